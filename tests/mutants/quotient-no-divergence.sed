# fault: divergent classes have no internal loop
# function: make_row
# file: quotient.c
# suites: refine minimise
s/partition->divergent != NULL/0/
