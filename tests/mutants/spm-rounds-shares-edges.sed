# fault: what edges asked for the other player counts
# file: parity/measures/spm_rounds.c
# suites: spm_rounds
s/    climber->begins |= rounds->split;.*//
