# fault: weak conditions play no part in the search for a component
# function: find_component
# file: cycle.c
# suites: check_ltl
s/goal->needed_count + goal->weak_count/goal->needed_count/
