# fault: a lasso is not led to where weak conditions are met
# function: visit_weakly
# suites: check_ltl
s/cycle_has(tour->cycle, set)/1/
