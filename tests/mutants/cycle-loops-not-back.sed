# fault: an edge from a vertex to itself does not close a cycle
# function: cycle_back
# file: cycle_core.h
# suites: cycle
s/target <= vertex/target < vertex/
