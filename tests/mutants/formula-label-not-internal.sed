# fault: "i" in quotes is a label like any other
# function: check_label
# file: formula_actions.c
# suites: formula_read formula_write
s/.length) == LABEL_INTERNAL/.length) == LABEL_PROB/
