# fault: a network borrows the names of the internal action that are added later
# function: read_network
# file: network.c
# suites: library
s/.internal = (const char \*const \*)network->internal/.internal_count = 0/
