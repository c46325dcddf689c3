# fault: a target that several edges of a choice lead to stands in it several times
# function: repeats_edge
# suites: mdp_network
s/.target == row->edges\[i - 1\].target/.target == row->edges[i - 1].target \&\& row->edges[i].key < MDP_KEY_JOINED/
