# fault: without marks, the first cycle is taken, fair or not
# function: find_start
# file: cycle.c
# suites: check_ltl
s/goal->needed_count + goal->weak_count + goal->strong_count == 0/goal->needed_count == 0/
