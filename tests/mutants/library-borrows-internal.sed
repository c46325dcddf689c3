# fault: a network borrows the names of the internal action that are added later
# file: library/network.c
# suites: library
s/reading.internal = (const char \*const \*)network->internal;/reading.internal_count = 0;/
