# fault: a label of several processes is fair to all of them at once
# function: split_labels
# file: fair_network.c
# suites: check_ltl
s/compare_processes(&movers->rule\[i - 1\], rule) != 0/0/
