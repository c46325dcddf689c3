# fault: sorting a choice leaves its probabilities where they were
# function: sort_weighted
# suites: mdp_write
s/        probabilities\[i\] = edges\[i\].probability;//
