# fault: states at which the observer moves alone for ever do not count
# function: mark_passes
# suites: game_reach
s/passes\[state\] = .*$/passes[state] = 1;/
