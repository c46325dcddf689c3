# fault: divergence counts on one side alone
# function: look_at
# file: set_pairs.c
# suites: compare_graphs
s/walk->holder\[end\] = first ? 0 : 1/walk->holder[end] = 0/
