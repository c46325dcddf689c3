# fault: @nr_choices is without states that have none
# function: count_rows
# file: mdp_write_drn.c
# suites: mdp_write
s/mdp->offsets\[state\] == mdp->offsets\[state + 1\]/0/
