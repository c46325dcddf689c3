# fault: a weak step ends with its label
# function: make_row
# file: weak.c
# suites: compare_graphs
s/reach_internally(saturation) != 0 || take_reached/take_reached/
