# fault: what the other threads found in a level is lost
# function: conclude_level
# file: check_watch.c
# suites: check_predicates
s/i = 1; i < threads/i = threads; i < threads/
