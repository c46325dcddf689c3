# fault: a trace of no steps is that of the first initial state
# function: least_wrong_initial
# suites: check_predicates
s/i + 1 < model.header->initial_count/0/
