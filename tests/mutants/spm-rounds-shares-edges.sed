# fault: what edges asked for the other player counts
# function: lift
# file: spm_rounds.c
# suites: spm_rounds
s/    climber->begins |= rounds->split;.*//
