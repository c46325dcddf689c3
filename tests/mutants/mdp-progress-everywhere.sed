# fault: maximal progress cuts races off, but what they alone reach still counts
# function: mdp_reach_expand
# suites: mdp_network
s/!(progresses/!(0 \&\& progresses/
