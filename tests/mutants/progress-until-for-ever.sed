# fault: an until holds for ever if its left side does
# function: find_truth
# suites: ltl_progress
s/return value_of(progression, of, 1);/return value_of(progression, of, node->kind == LTL_UNTIL ? 0 : 1);/
