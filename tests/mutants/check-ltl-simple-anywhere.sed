# fault: a monitor is taken for a set of labels, whatever its other moves
# function: leads_to_error
# file: check_ltl.c
# suites: check_ltl
s/stays == 1 && row\[1\] - row\[0\] == 1 ? 0 : -1/0/
