# fault: verify takes strong fairness for weak
# function: is_satisfied
# file: verify_fairness.c
# suites: check_ltl
s/possible == 0/possible < loop_length(loop)/
