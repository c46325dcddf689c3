# fault: a vertex is attracted against its owner's will as soon as one of its successors is
# function: take_successor
# suites: rank_game formula_ranks
s/rank_left_above(work, vertex, work->to) == 0/1/
