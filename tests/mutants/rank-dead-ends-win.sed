# fault: in games of several ranks, a vertex without successors is won by its owner
# function: decide_dead_ends
# suites: rank_game formula_ranks
s/owner\[v\] != player/owner[v] == player/
