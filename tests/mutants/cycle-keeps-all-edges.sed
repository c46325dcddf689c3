# fault: all edges are live, whatever their labels
# file: explorer/graph/edge_mask.c
# suites: cycle check_cycles
s/labels\[graph->labels\[first + k\]\] != 0/1/
