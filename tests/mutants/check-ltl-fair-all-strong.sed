# fault: weak conditions of fairness are strong
# function: add_set
# file: fair_network.c
# suites: check_ltl
s/strength == FAIRNESS_WEAK/0/
