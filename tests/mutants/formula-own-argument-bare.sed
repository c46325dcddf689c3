# fault: what is given for a parameter is shown without the parentheses that it needs
# function: add_text
# file: formula_own.c
# suites: formula_own
s/add_argument(owner, argument, !whole)/add_argument(owner, argument, 0)/
