# fault: who has no move wins
# file: parity/game/game.c
# suites: game game_read
s/== PLAYER_EVEN ? 1 : 0;/== PLAYER_EVEN ? 0 : 1;/
