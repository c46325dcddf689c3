# fault: the successor that a player relied on is not looked for anew
# function: lift
# file: spm_lift.c
# suites: spm
s/least_successor(side, game, vertex, words)/changed/
