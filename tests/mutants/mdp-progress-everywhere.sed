# fault: maximal progress cuts races off, but what they alone reach still counts
# file: decompose/mdp/mdp_reach.c
# suites: mdp_network
s/if (progresses \&\& reach->labels/if (progresses \&\& 0 \&\& reach->labels/
