# fault: a subformula is shown with the values of all variables, not of those on which it depends
# function: is_used
# file: instance.c
# suites: formula_own
s/(uses >> (number/((uses | UINT64_MAX) >> (number/
