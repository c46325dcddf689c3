# fault: tests of different predicates are merged
# function: are_alike
# file: automaton_merge.c
# suites: check_predicates
s/ x->predicate == y->predicate \&\&//
