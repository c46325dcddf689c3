# fault: the choices of a dtmc do not share its probability
# function: push_rows
# file: prism_rows.c
# suites: prism_random
s/(double)choices : 1/1 : 1/
