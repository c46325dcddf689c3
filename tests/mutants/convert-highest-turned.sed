# fault: a priority that is too high for min-parity is accepted
# function: game_turn_priorities
# suites: convert
s/most >= PRIORITY_MOST/0/
