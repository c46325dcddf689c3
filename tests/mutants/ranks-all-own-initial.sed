# fault: all ranks store an initial state
# function: explore_ranks_own
# suites: ranks
s/== ranks->rank/!= ranks->count/
