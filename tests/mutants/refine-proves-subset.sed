# fault: a bottom vertex with fewer pairs is taken for equal
# function: fit_vertex
# file: refine_prove.c
# suites: refine
s/count < prover->length/count > prover->length/
