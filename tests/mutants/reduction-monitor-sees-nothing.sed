# fault: labels on which a monitor moves are not visible
# function: observer_moves
# suites: check_reduced
s/return 1;/return 0;/
