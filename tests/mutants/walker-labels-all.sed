# fault: a walker has the labels of hidden actions
# function: prism_walk_actions
# suites: check_predicates
s/occurs, 0,/occurs, 1,/
