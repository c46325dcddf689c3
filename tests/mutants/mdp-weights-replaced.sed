# fault: of branches with the same target, the last one's weight counts
# function: weigh_choice
# suites: mdp_data
s/\] += weight/] = weight/
