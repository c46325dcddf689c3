# fault: the successor that a player relied on is not searched for again
# function: lift_by_least
# file: spm_lift.c
# suites: spm
s/= least_successor(side, game, vertex, words)/= side->witness[vertex]/
