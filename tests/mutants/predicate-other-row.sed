# fault: the observer tests the opposite of a predicate
# function: successors_pass
# suites: check_predicates
s/holds != 0/holds == 0/
