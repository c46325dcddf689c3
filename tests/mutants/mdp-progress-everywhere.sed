# fault: maximal progress cuts races off, but what they alone reach still counts
# function: expand_state
# file: mdp_reach.c
# suites: mdp_network
s/\& reach/\& 0 \&\& reach/
