# fault: labels of one pair of states are not put together
# function: write_arrows
# suites: graph_dot
s/>> 32 == row\[first\] >> 32/== row[first]/
