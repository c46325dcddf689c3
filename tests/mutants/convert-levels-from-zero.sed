# fault: levels of a picture begin with state 0, whatever the initial one
# function: goes_down
# suites: convert
s/{graph->initial/{0/
