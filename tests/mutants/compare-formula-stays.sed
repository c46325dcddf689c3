# fault: an internal step of a formula may stay in the block
# function: make_node
# file: distinguish.c
# suites: compare_graphs
s/label == distinction->internal \&\& add_reference/0 \&\& add_reference/
