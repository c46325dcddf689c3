# fault: probabilities of an unsorted file are lost
# function: place_choices
# suites: mdp_write
s/probabilities + builder->runs\[i\].begin/probabilities/
