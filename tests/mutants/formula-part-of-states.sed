# fault: a search that a limit cut short decides a formula
# function: play
# file: check_formula.c
# suites: check_formula
s/space->exploration->result.outcome != EXPLORE_DONE/0/
