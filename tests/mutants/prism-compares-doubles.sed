# fault: constants are compared as doubles
# function: compute
# file: prism_fold.c
# suites: prism
s/decided != 0/decided < 0/
