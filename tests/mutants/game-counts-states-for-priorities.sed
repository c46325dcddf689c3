# fault: states of the observer are counted for priorities
# file: parity/game/game_generate.c
# suites: game_generate
s/different += i == 0 || .*;/different++;/
