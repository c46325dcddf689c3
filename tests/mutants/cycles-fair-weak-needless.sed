# fault: a lasso is led to a vertex in which a weak condition is not possible, though it has one
# function: cycle_rests
# file: cycle.c
# suites: ltl_shown
s/answer.least != UINT64_MAX;/0;/
