# fault: what stands in parentheses after an operator of a macro counts as the arguments of a label
# function: copy_replaced
# file: formula_macros.c
# suites: formula_own
s/!is_keyword(replacing, at, next)/1/
