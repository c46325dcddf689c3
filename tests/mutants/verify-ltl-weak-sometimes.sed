# fault: verify takes weak fairness for strong
# function: is_satisfied
# file: verify_fairness.c
# suites: check_ltl
s/possible < loop_length(loop)/possible == 0/
