# fault: a lasso is not led to where weak conditions are met
# function: visit_fairly
# suites: check_ltl
s/!cycle_has(tour->cycle, goal->weak\[i\])/0/
