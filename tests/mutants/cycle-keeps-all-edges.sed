# fault: all edges are live, whatever their labels
# function: edge_mask_fill
# suites: cycle check_cycles
s/labels\[graph->labels\[first + k\]\] != 0/1/
