# fault: edges to the same target are equal whatever their labels
# function: sort_row
# file: graph_build.c
# suites: explore_oracle
s/compare_edges(&row\[kept - 1\], &row\[i\]) != 0/row[kept - 1].target != row[i].target/
