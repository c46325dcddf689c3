# fault: each set of states of the automaton is taken for one that accepts all its cycles
# function: find_weak
# file: ltl_observer.c
# suites: check_ltl
s/making->is_weak\[own\] &=/making->is_weak[own] |=/
