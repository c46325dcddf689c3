# fault: a deadlock of a model with data gets no loop
# function: is_looped
# suites: mdp_data
s/return .*;/return 0;/
