# fault: the player who cannot move in a generated game wins
# function: fill_palette
# suites: game_generate check_formula
s/.owner == PLAYER_EVEN ? odd : even/.owner == PLAYER_EVEN ? even : odd/
