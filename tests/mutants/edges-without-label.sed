# fault: edges to the same target are equal whatever their labels
# function: compare_edges
# file: graph_build.c
# suites: explore_oracle
s/left->label != right->label  *? sort_compare(left->label, right->label)/0 ? 0/
