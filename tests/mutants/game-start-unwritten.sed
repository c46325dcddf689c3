# fault: the start of a game is not written
# function: write_game
# file: game_write.c
# suites: game_read
s/.start != 0/.start > store->game.vertices/
