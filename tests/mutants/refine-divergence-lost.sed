# fault: cycles of internal steps do not count
# function: refine_input_make
# file: refine_input.c
# suites: refine
s/equivalence == EQUIVALENCE_DIVBRANCHING/0/
