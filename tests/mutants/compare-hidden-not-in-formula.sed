# fault: formulas do not know what is hidden
# function: internal_actions
# file: compare.c
# suites: compare
s/options->hide.count > 0/0/
