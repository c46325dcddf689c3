# fault: requests along edges of the other player count
# function: lift
# file: spm_rounds.c
# suites: spm_rounds
s/    climber->begins |= rounds->split;.*//
