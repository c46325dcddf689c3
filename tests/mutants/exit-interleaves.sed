# fault: exit is not synchronised by the binary operators
# file: frontend/exp/compile/compose.c
# suites: network explore_oracle
s/join_maps(composer, node, &a->exit, &b->exit)/merge_maps(composer, \&a->exit, \&b->exit, 0)/
