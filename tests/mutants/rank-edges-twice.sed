# fault: in games of several ranks, an edge counts once for each of its labels
# function: is_other_target
# suites: rank_game formula_ranks
s/part->targets\[edge\] != part->targets\[edge - 1\]/1/
