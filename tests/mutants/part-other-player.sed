# fault: beyond a part of a game, the loser follows a strategy
# function: part_moves
# suites: game_part formula_part
s/view->owner\[vertex\] != view->winner/view->owner[vertex] == view->winner/
