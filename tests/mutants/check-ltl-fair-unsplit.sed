# fault: a label of several processes is fair to all of them at once
# function: split_rules
# file: fair_network.c
# suites: check_ltl
s/compare_processes(&entries\[i - 1\], &entries\[i\]) != 0/0/
