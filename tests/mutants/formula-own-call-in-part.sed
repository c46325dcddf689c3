# fault: a part of a macro's body is shown as the call, although it is not all of the body
# function: is_all
# file: formula_regions.c
# suites: formula_own
s/return at == end;/return 1;/
