# fault: labels of edges between the same two states are not joined
# function: write_arrows
# suites: graph_dot
s/>> 32 == row\[first\] >> 32/== row[first]/
