# fault: equal priorities are counted several times
# function: game_count_priorities
# suites: game
s/index_find_key(&seen, priority) == INDEX_NONE/1/
