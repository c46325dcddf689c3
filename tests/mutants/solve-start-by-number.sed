# fault: the start is a vertex number, not an id
# function: read_game
# suites: solve_command
s/game_store_find(store, request->start, &store->game.start) != 0/(store->game.start = (uint32_t)request->start) >= store->game.vertices/
