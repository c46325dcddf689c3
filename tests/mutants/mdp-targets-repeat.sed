# fault: a target that several edges of a choice lead to stands in it several times
# file: decompose/mdp/mdp_convert.c
# suites: mdp_network
s/           row->edges\[i\].target == row->edges\[i - 1\].target;/           row->edges[i].target == row->edges[i - 1].target \&\& row->edges[i].key < MDP_KEY_JOINED;/
