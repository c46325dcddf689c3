# fault: verify knows no choice of a state where a model with data has none
# function: choices_find
# suites: network_evidence
s/choices->edge_count == 0/0/
