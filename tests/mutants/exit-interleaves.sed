# fault: exit is not synchronised by the binary operators
# function: fold_binary
# suites: network explore_oracle
s/join_maps(composer, node, &a->exit, &b->exit/merge_maps(composer, \&a->exit, \&b->exit, 0/
