# fault: prob choices of different components with the same L are one
# function: mdp_edge_key
# suites: mdp_network
s/)choice/)(choice \& 0)/
