# fault: a path from one initial state shows that a formula holds in all
# function: check_formula
# file: verify_trace.c
# suites: check_prism
s/value > 0 \&\& initial > 1/0/
