# fault: what is below 64 bits does not decide ties
# function: exact_double
# file: exact.c
# suites: exact
s/bits | (uint64_t)rest/bits/
