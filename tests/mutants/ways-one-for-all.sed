# fault: tangles are learned without end
# function: learn
# file: promotion_ways.c
# suites: tangles
s/limit_of(LEARNING_WORK, count, patience)/UINT64_MAX/
