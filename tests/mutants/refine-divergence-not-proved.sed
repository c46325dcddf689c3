# fault: sketches alone tell divergent vertices apart
# function: pairs_of
# file: refine_prove.c
# suites: refine
s/input->diverges != NULL/0/
