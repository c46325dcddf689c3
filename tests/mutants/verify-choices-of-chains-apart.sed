# fault: verify takes the transitions of a Markov chain for choices
# function: add_edge
# file: verify_choices.c
# suites: network_evidence
s/walker_is_chain(choices->walker)/0/
