# fault: of the states that reach a target, one that comes later counts, not the least
# function: note
# file: check_watch.c
# suites: check_predicates
s/trace_compare(vector, best, words) >= 0/trace_compare(vector, best, words) <= 0/
