# fault: --keep-going does not go on where a search watches states
# function: is_settled
# file: check_search.c
# suites: check_predicates
s/return !checking->options->keep_going;/return 1;/
