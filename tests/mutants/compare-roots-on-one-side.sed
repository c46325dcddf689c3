# fault: only the first initial state has an edge from the root
# function: add_root_edges
# file: root.c
# suites: compare_graphs
s/for (uint64_t k = 0; k < count; k++)/for (uint64_t k = 0; k < (count > 0); k++)/
