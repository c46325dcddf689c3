# fault: a lasso is not led to where weak conditions are met
# function: extend_fairly
# file: cycle.c
# suites: check_ltl
s/!cycle_has(search->cycle, goal->weak\[i\])/0/
