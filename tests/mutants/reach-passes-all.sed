# fault: states at which the observer moves alone for ever do not count
# function: leads_on
# file: game_reach.c
# suites: game_reach
s/return .*$/return 1;/
