# fault: the size of a block does not shrink when a part leaves it
# function: rounds_number
# file: rounds_core.h
# suites: rounds
s/(uint32_t)-slot->count/0/
