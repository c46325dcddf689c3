# fault: the successor that a player relied on is not looked for anew
# file: parity/measures/spm_lift.c
# suites: spm
s/        best = least_successor(side, game, vertex, words);/        best = changed;/
