# fault: a rank takes the numbers that rank 0 has asked for
# function: ask_all
# file: explorer/graph/graph_ranks.c
# suites: graph_ranks
s/ranks->rank \* most + //
