# fault: @nr_choices is without states that have none
# file: frontend/formats/mdp_write_drn.c
# suites: mdp_write
s/rows += mdp->offsets\[state\] == mdp->offsets\[state + 1\];/rows += 0;/
