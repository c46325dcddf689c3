# fault: one condition for all labels of the set, where each shall have its own
# function: add_labels
# file: fair_network.c
# suites: check_ltl
s/labels->each && is_new/labels->each \&\& set == NULL/
