# fault: a goal state without another choice that lives falls
# function: sure_count
# suites: almost_sure
s/vertex))/vertex) \&\& 0)/
