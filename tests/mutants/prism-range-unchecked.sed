# fault: values may leave the range of their variable
# function: check_range
# file: prism_walk.c
# suites: prism
s/value >= variable->low \&\& value <= variable->high/value >= variable->low/
