# fault: a level has the states of the one before in it
# function: make_figures
# suites: profile
s/(begin\[level + 1\] - begin\[level\])/begin[level + 1]/
