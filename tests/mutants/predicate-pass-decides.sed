# fault: tests whose priority decides a play are passed
# function: is_dispensable
# suites: check_predicates
s/return dispensable;/return 1;/
