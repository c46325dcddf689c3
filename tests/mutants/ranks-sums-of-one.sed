# fault: transitions are those of one rank
# function: explore_ranks_total
# suites: ranks
/result->transitions = sums/d
