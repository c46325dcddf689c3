# fault: a level has the states of the one before in it
# function: make_figures
# suites: profile
s/(end - begin)/end/
