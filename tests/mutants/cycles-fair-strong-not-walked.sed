# fault: a lasso is not led to where strong conditions are met
# function: visit_fairly
# suites: check_ltl
s/!cycle_has(tour->cycle, goal->strong\[i\])/0/
