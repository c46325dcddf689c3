# fault: of the vertices that ranks know, that of the first rank that has one is taken, not the least
# function: lasso_choose
# suites: cycle_ranks
s/best = order < 0 ?/best = best[0] > theirs[0] ?/
