# fault: the rules of a model with data keep labels of other rules
# function: split_data
# file: fair_network.c
# suites: check_ltl
s/labels\[movers->rule\[i\]\.rule\]/labels[i]/
