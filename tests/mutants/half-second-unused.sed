# fault: a key whose sequence is full does not go to the second table
# function: half_put_first
# suites: half
s/return HALF_ELSEWHERE/return TABLE_FULL/
