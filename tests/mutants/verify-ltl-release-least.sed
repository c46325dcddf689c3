# fault: verify takes R for a least fixpoint
# function: evaluate_temporal
# file: verify_ltl.c
# suites: check_ltl
s/ || kind == LTL_TREE_RELEASE//
