# fault: a component that meets one strong condition is taken to meet the later ones
# function: cycle_starve
# file: cycle_core.h
# suites: check_ltl
s/== view->index/!= 0/
