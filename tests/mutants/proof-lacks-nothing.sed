# fault: a bottom vertex with fewer pairs than the signature is taken for equal
# function: proof_judge
# file: proof_core.h
# suites: rounds
s/(item->seen & (PROOF_LACKS | PROOF_INERT)) != PROOF_LACKS/1/
