# fault: antecedents under other operators count
# function: look_at
# file: ltl_antecedents.c
# suites: check_ltl
s/case LTL_TREE_AND:/case LTL_TREE_AND: case LTL_TREE_OR:/
