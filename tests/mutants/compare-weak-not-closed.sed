# fault: sets of states are not closed under internal steps
# function: close_next
# file: subsets.c
# suites: compare_graphs
s/subsets->internal != PREPARE_NONE/0/
