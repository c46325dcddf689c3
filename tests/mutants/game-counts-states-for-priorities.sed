# fault: states of the observer are counted for priorities
# function: count_priorities
# file: game_generate.c
# suites: game_generate
s/different += i == 0 || .*;/different++;/
