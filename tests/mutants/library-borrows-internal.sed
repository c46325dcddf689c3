# fault: a network borrows the names of the internal action that are added later
# function: read_network
# file: network.c
# suites: library
s/reading.internal = network->internal/reading.internal_count = 0/
