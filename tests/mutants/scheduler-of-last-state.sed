# fault: the verdict on schedulers is that of the last state, not of the initial one
# function: decide_schedulers
# file: check_schedulers.c
# suites: check_schedulers
s/mdp_is_initial(check->mdp, state)/state + 1 == check->mdp->states/
