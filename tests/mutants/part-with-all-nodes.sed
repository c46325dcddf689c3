# fault: nodes are left out although they are few
# function: has_many_nodes
# suites: formula_count
s/reach->vertices > maker->most_nodes/reach->vertices > 1/
