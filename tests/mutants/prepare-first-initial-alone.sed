# fault: only the first of several initial states counts as reached
# function: reach
# file: prepare.c
# suites: compare_graphs
s/graph->initial_count > 1 \&\& vertex < graph->initial_count/graph->initial_count > 1 \&\& vertex < 1/
