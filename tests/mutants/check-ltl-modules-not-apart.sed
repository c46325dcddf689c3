# fault: in a network, the modules of a PRISM model are also the processes after it
# function: add_classes
# file: data_append.c
# suites: check_ltl
/one.process += base->place.process;/d
