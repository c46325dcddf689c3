# fault: verify evaluates a loop once round
# function: evaluate_temporal
# file: verify_ltl.c
# suites: check_ltl
s/round < 2/round < 1/
