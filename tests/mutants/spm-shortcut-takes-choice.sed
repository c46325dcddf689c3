# fault: edges past a vertex leave its choice to the other player
# function: is_passed
# suites: spm spm_shortcuts
s/(degree_of(game, target) == 1 ||/(game != 0 ||/
