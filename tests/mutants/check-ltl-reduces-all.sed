# fault: moves are left out whether the formula sees steps or not
# function: may_reduce
# file: check_ltl.c
# suites: check_reduced
s/? check_ignores_steps(translating->property, checking->run, translating->error)/? 1/
