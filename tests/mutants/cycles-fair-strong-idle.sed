# fault: a lasso meets strong conditions where the last weak one is not possible
# function: extend_fairly
# file: cycle.c
# suites: check_ltl
/search->view.idle = NULL;/d
