# fault: edges past a vertex leave its choice to the other player
# file: parity/measures/spm_shortcuts.c
# suites: spm spm_shortcuts
s/(degree_of(game, target) == 1 || owner_of(game, source) == owner_of(game, target))/1/
