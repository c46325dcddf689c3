# fault: the verdict on schedulers is that of the last state, not of the initial one
# function: decide
# file: check_schedulers.c
# suites: check_schedulers
s/.rank\[check->mdp->initial/.rank[check->mdp->states - 1/
