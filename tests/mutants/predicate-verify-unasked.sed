# fault: verify believes that predicates hold
# function: evaluate_predicate
# suites: check_predicates
s/holds ? TRUE : FALSE/TRUE/
