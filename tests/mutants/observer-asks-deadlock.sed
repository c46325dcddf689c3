# fault: states in which the observer does not let the network move count as deadlocks
# file: explorer/model/successors_core.h
# suites: observer
/kind == 1/,/^}/s/return 1;/return 0;/
