# fault: who cannot move in a generated game wins
# file: parity/game/game_generate.c
# suites: game_generate check_formula
s/observer\[i\].owner == PLAYER_EVEN ? odd : even/observer[i].owner == PLAYER_EVEN ? even : odd/
