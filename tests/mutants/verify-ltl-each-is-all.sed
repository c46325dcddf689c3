# fault: verify takes one condition each for one of all labels
# function: check_all
# file: verify_fairness.c
# suites: check_ltl
s/labels->each ? /0 ? /
