# fault: a random walk takes the first branch that has a probability
# function: draw
# file: checker/verify/walk.c
# suites: walk_chances
s/left < choices\[i\].chance/left >= 0/
