# fault: where everything is accepted from here on, the end of the run violates the property
# function: add_leaf
# file: ltl_observer.c
# suites: check_ltl
s/!holds(/holds(/
