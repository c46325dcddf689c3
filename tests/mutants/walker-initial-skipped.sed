# fault: the search for an initial state leaves out the upper half's first tuple
# function: walker_is_initial
# suites: prism_walker
s/middle + 1 : low/middle + 2 : low/
