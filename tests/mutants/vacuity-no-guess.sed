# fault: rows do not name labels that the network does not have
# function: print_absent
# suites: check_cycles formula_command
s/first->text/first->guess/
