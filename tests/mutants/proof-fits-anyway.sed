# fault: a vertex with a pair that the signature has not is taken for equal
# function: proof_fit
# file: proof_core.h
# suites: rounds
s/proof_fails(view, own, &rounds->counters->apart);//
