# fault: labels on which all states of the observer move count as absent
# function: conclude
# file: game_reach.c
# suites: game_reach
s/moves \&\& leads_nowhere(counting, \&model, state, at)/moves/
