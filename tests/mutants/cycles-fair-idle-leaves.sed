# fault: a weak condition is possible in states with a step inside the component
# function: cycle_idle
# file: cycle_core.h
# suites: check_ltl
s/(item->seen & 1) == 0/item->seen == 0/
