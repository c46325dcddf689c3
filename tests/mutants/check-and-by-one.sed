# fault: a conjunction holds when one of its parts does
# file: checker/check_plan.c
# suites: check_properties formula_command
s/node->kind == NODE_AND ? TRUTH_FALSE : TRUTH_TRUE/node->kind == NODE_AND ? TRUTH_TRUE : TRUTH_FALSE/
