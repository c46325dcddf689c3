# fault: labels that no vector mentions move alone
# function: add_alone
# file: compose_vectors.c
# suites: network explore_oracle
s/->independent//
