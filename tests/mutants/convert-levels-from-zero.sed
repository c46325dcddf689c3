# fault: the levels of a picture begin at state 0, not at the initial state
# function: goes_down
# suites: convert
s/{graph->initial/{0/
