# fault: a priority too high to be turned around is
# function: game_turn_priorities
# suites: convert
s/most >= PRIORITY_MOST/0/
