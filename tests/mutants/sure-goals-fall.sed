# fault: a goal state without another choice is removed
# function: sure_count
# suites: almost_sure
s/vertex))/vertex) \&\& 0)/
