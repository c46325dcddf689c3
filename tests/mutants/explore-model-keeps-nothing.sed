# fault: networks with probabilities lose them when they are written as models
# function: mdp_from_graph_to_write
# suites: mdp_network convert
s/MDP_TO_WRITE, run/MDP_TO_DECOMPOSE, run/
