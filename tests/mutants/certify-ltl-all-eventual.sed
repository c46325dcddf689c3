# fault: what may be left for ever counts as unmet, too
# function: number_obligations
# file: ltl_alternating.c
# suites: check_ltl
# cases: 200
s/is_temporal(kind) \&\& is_eventual(kind, s \& 1)/is_temporal(kind)/
