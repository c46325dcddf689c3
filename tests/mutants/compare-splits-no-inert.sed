# fault: a signature lacks what inert steps lead to
# function: add_edge
# file: splits.c
# suites: compare_graphs
s/if (target != vertex)/if (0)/
