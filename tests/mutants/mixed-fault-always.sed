# fault: an error of a PRISM model counts although the network does not let it happen
# function: find_fault
# file: frontend/exp/walk/semantics.c
# suites: explore_mixed
s/list->fired.data\[t\].fault != 0/semantics->faults.count > 0/
s/semantics->faults.data\[list->fired.data\[t\].fault - 1\]/semantics->faults.data[0]/
