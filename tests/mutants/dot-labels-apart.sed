# fault: labels of one pair of states are not put together
# file: frontend/formats/graph_dot.c
# suites: graph_dot
s/end < count && row\[end\] >> 32 == row\[first\] >> 32; end++/end < count \&\& row[end] == row[first]; end++/
