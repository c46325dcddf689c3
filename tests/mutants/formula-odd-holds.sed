# fault: a formula holds when Odd wins
# function: play
# file: check_formula.c
# suites: check_formula
s/= PLAYER_EVEN/= PLAYER_ODD/
