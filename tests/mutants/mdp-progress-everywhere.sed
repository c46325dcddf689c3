# fault: maximal progress removes races, but states reached only by them still count
# function: mdp_reach_expand
# suites: mdp_network
s/!(progresses/!(0 \&\& progresses/
