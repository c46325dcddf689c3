# fault: a bottom vertex with fewer pairs than the signature is taken for equal
# function: proof_lacks
# file: proof_core.h
# suites: rounds
s/proof_ticks(view, vertex, window) !=.*/0) {/
