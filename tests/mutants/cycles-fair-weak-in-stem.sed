# fault: a weak condition that is not possible on the way to the cycle is met
# function: cycle_rests
# file: cycle.c
# suites: check_ltl
s/first = cycle->back, end/first = 0, end/
