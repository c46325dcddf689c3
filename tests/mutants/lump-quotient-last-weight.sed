# fault: the graph of the classes has the last of several rates, not their sum
# function: add_up
# file: lump_quotient.c
# suites: lump
s/weight += row/weight = row/
