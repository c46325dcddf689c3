# fault: a network borrows the names of the internal action that are added later
# function: read_network
# file: network.c
# suites: library
s/reader.internal.items = network->internal/reader.internal.count = 0/
