# fault: the labels of a lasso keep their kinds
# function: cycle_drop_kinds
# file: cycle.c
# suites: check_ltl
s/goal->kinds > 1/goal->kinds > 1000/
