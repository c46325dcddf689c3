# fault: the least priority that decides has the parity of the highest
# function: game_turn_priorities
# suites: game_read
/most += most % 2;/d
