# fault: a step has no answer left when its first answer is dropped
# function: drop_pairs
# file: simulation.c
# suites: compare_graphs
s/--simulation->counters.data\[counter\] == 0/1/
