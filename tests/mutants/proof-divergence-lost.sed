# fault: an infinite run of inert steps is no part of a signature
# function: proof_write
# file: proof_core.h
# suites: rounds
s/lane == 0 \&\& proof_diverges(view, vertex)/0/
