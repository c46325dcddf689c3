# fault: a label has a condition for each set of processes that have it
# function: add_labels
# file: fair_network.c
# suites: check_ltl
s/labels->each && is_new/labels->each/
