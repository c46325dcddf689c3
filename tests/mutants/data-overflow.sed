# fault: sums beyond 64 bits wrap
# function: compute_small
# suites: formula_number
s/!__builtin_add_overflow(a, b, result)/__builtin_add_overflow(a, b, result) + 1/
