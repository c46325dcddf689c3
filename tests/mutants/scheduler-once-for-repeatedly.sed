# fault: an event that must happen again and again needs to happen only once
# function: decide_property
# file: checker/check_schedulers.c
# suites: check_schedulers
s/property_row(property->kind)->repeatedly/0/
