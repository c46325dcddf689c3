# fault: formulas do not know what is hidden
# function: compare_internal_actions
# file: compare_internal_actions.c
# suites: compare
s/options->hide.count > 0/0/
