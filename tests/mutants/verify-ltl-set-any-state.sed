# fault: verify takes a set of labels for possible in every state
# function: note_sets
# file: verify_fairness.c
# suites: check_ltl
s/matches > 0/matches >= 0/
s/position, is_step)/position, is_step \&\& matches > 0)/
