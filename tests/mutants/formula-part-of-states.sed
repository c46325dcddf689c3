# fault: a search that a limit cut short decides a formula
# function: generate
# file: check_formula.c
# suites: check_formula
s/= found->result.outcome != EXPLORE_DONE ||/=/
