# fault: whether there is a scheduler is told of the last state, not of the initial one
# file: checker/check_schedulers.c
# suites: check_schedulers
s/work->plan.rank\[check->mdp->initial\]/work->plan.rank[check->mdp->states - 1]/
