# fault: a formula holds when Odd wins
# file: checker/check_formula.c
# suites: check_formula
s/winner == PLAYER_EVEN ? VERDICT_HOLDS/winner == PLAYER_ODD ? VERDICT_HOLDS/
