# fault: the graph of a reduced search has all moves
# function: open_reduction
# file: graph_build.c
# suites: check_reduced
s/if (!exploration->partial_order)/if (1)/
