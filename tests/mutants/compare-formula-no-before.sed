# fault: a formula says nothing of the states on the way
# function: make_node
# file: distinguish.c
# suites: compare_graphs
s/distinction->internal != PREPARE_NONE \&\&/0 \&\&/
