# fault: verify counts transitions, not states, where a step is possible
# function: note
# file: verify_fairness.c
# suites: check_ltl
s/loop->last.data\[item\] != position + 1/1/
