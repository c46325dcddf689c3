# fault: a network that is written as a model has no probabilities
# function: mdp_from_graph_to_write
# suites: mdp_network convert
s/1, run/0, run/
