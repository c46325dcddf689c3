# fault: each level of a profile has the states of the level before
# function: make_figures
# suites: profile
s/(begin\[level + 1\] - begin\[level\])/begin[level + 1]/
