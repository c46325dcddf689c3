# fault: a conjunction holds when one of its parts does
# function: evaluate_pair
# suites: check_properties formula_command
s/TRUTH_FALSE : TRUTH_TRUE/TRUTH_TRUE : TRUTH_FALSE/
