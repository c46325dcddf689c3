# fault: an action whose rates are all 0 is a label of the state
# function: weigh_state
# file: mdp_weights.c
# suites: check_prism
s/if (own > 0)/if (1)/
