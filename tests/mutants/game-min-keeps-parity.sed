# fault: the least priority that decides has the parity of the highest
# file: parity/game/game.c
# suites: game_read
/most += most % 2;/d
