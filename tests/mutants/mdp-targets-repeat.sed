# fault: a target of several edges of one choice is listed several times
# function: mdp_rows_repeats
# suites: mdp_network
s/mdp_rows_target(rows, edge - 1)/mdp_rows_target(rows, edge - 1) \&\& mdp_rows_key(rows, edge) < MDP_KEY_JOINED/
