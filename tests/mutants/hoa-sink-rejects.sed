# fault: the opposite rejects where an automaton has no edge
# function: hoa_negate
# file: hoa.c
# suites: hoa
s/HOA_INF, hoa->sets/HOA_FIN, hoa->sets/
