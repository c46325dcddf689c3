# fault: the graph leaves out moves in levels where the search did not
# function: open_reduction
# file: graph_build.c
# suites: check_reduced
s/result->reduced_until < exploration->space.levels/0/
