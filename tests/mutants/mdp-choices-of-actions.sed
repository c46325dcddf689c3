# fault: in the MDP of a model with data, choices of the same number but another action are apart
# function: mdp_edge_key
# suites: mdp_data
s/label->joins == MDP_JOINS_NAME/1/
