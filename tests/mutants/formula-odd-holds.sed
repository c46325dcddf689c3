# fault: a formula holds when Odd wins
# function: solve
# file: check_formula.c
# suites: check_formula
s/= PLAYER_EVEN/= PLAYER_ODD/
