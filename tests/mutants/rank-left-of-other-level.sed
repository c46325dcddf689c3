# fault: when a game is solved again, successors of its own depth are no longer counted
# function: begin_again
# suites: rank_game
s/rank_left_above(work, v, level - 1)/rank_left_above(work, v, level)/
