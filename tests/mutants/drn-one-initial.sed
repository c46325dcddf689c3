# fault: of several initial states, the first alone is one
# function: mdp_is_initial
# suites: mdp_data
s/mdp->initials != NULL/0/
