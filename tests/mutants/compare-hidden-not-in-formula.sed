# fault: formulas do not know what is hidden
# function: compare_internal_actions
# file: compare_internal_actions.c
# suites: compare
s/request->hide.count > 0/0/
