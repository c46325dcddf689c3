# fault: the owner of a vertex without successors wins
# function: game_add_loops
# suites: game game_read
s/PLAYER_EVEN ? 1 : 0/PLAYER_EVEN ? 0 : 1/
