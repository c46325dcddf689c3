# fault: states in which the observer does not let the network move count as deadlocks
# function: successors_all
# suites: observer
/case OBSERVER_EPSILON/,/^}/s/return 1/return 0/
