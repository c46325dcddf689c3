# fault: a weak condition must be met, even where it is not possible
# function: cycle_is_wanted
# file: cycle_core.h
# suites: check_ltl
s/(view->idle != NULL && bitmap_has(view->idle, vertex))/0/
