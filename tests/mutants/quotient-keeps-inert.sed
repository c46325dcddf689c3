# fault: inert edges stay in the quotient
# function: add_pairs
# file: quotient.c
# suites: refine minimise
s/!= quotient->internal ||/!= quotient->internal + 1 ||/
