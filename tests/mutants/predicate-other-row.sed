# fault: the observer tests the opposite of a predicate
# function: successors_test
# suites: check_predicates
s/holds != 0, MODEL_NONE/holds == 0, MODEL_NONE/
