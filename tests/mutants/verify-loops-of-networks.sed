# fault: for verify, deadlocks of networks with PRISM models have loops
# function: walker_has_choices
# suites: network_evidence
s/walker->has_choices/walker->functions->variable != NULL/
