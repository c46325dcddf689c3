# fault: a conjunction holds if one of its parts holds
# function: evaluate_pair
# suites: check_properties formula_command
s/TRUTH_FALSE : TRUTH_TRUE/TRUTH_TRUE : TRUTH_FALSE/
