# fault: a search that a limit cut short decides a formula
# file: checker/check_formula.c
# suites: check_formula
s/failed = found->outcome != EXPLORE_DONE ||/failed =/
