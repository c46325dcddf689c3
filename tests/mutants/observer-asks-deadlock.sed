# fault: a state in which only the observer blocks the network counts as a deadlock
# function: successors_all
# suites: observer
/case OBSERVER_EPSILON/,/^}/s/return 1/return 0/
