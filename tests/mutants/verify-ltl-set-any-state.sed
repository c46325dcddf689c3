# fault: verify takes a set of labels for possible in every state
# function: check_set
# file: verify_fairness.c
# suites: check_ltl
s/possible += (uint64_t)may/possible += 1/
