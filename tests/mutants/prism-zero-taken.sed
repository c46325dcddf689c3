# fault: branches of probability 0 are taken
# function: push_branch
# file: prism_walk.c
# suites: prism
s/factor == 0/factor < 0/
