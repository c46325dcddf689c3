# fault: of the states that reach a target, one that comes later counts, not the least
# function: note
# file: check_watch.c
# suites: check_predicates
s/sort_compare_long_rows(vector, best, words) >= 0/sort_compare_long_rows(vector, best, words) <= 0/
