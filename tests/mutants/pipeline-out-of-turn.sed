# fault: items of a pipeline are given when they are ready, not in their turn
# function: give_item
# suites: pipeline graph_aut
s/state->given != number/0 \&\& &/
