# fault: a weak step ends with its label
# function: make_row
# file: weak.c
# suites: compare_graphs
s/failed = failed || reach_internally(saturation) != 0;/failed |= 0;/
