# fault: a formula is asked in the first initial state alone
# function: successors_root
# suites: check_predicates
s/i <= header->root_count/i <= 1/
