# fault: two choices of one action are one distribution
# function: list_row
# file: lump_expand.c
# suites: lump
s/graph->choices\[edge\]/0/
