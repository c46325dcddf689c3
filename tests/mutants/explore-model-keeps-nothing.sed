# fault: a network that is written as a model has no probabilities
# file: decompose/mdp/mdp_network.c
# suites: mdp_network convert
s/return make(graph, network, 0, 1, run, error);/return make(graph, network, 0, 0, run, error);/
