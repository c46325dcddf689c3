# fault: a predicate or something that never happens must both hold
# function: combine_test
# suites: check_predicates
s/is_and ? REGULAR_CHOICE : REGULAR_CONCATENATION/REGULAR_CHOICE/
