# fault: where the largest part keeps the number, the others keep it, too
# function: keep_numbers
# file: refine_split.c
# suites: refine
s/others > 0/others > 1000000/
