# fault: a lasso meets strong conditions where the last weak one is not possible
# function: want_set
# file: cycle.c
# suites: check_ltl
/search->view.idle = NULL;/d
