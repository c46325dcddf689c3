# fault: a region counts as closed if plays follow the transitions of one of the observer's states
# function: conclude
# file: game_reach.c
# suites: game_reach
s/counting->follows \&=/counting->follows |=/
