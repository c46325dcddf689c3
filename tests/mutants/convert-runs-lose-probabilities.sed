# fault: of a file in no order probabilities get lost
# function: place_choices
# suites: mdp_write
s/probabilities + builder->runs\[i\].begin/probabilities/
