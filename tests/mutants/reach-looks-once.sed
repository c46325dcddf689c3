# fault: only the first states are looked at
# function: look
# file: game_reach.c
# suites: game_reach
s/first < met \&\& known == 0/first == 0/
