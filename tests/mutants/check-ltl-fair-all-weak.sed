# fault: strong conditions of fairness are weak
# function: add_set
# file: fair_network.c
# suites: check_ltl
s/strength == FAIRNESS_WEAK/1/
