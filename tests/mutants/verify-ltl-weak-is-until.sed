# fault: verify takes W for U
# function: evaluate_temporal
# file: verify_ltl.c
# suites: check_ltl
s/ || kind == LTL_TREE_WEAK_UNTIL//
