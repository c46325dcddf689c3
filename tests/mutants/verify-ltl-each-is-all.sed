# fault: verify takes one condition each for one of all labels
# function: check_all
# file: verify_fairness.c
# suites: check_ltl
s/fairness->labels\[i\].each ? check_each : check_set/check_set/
