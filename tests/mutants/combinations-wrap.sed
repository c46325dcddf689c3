# fault: the number of combinations of a rule wraps at 2^64
# function: successors_multiply
# suites: limits
s/core_multiply_high(a, b) != 0 ? UINT64_MAX : a/a/
