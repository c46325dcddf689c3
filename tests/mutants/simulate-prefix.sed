# fault: the beginning of several labels takes the first of them
# function: choose_find
# file: choose.c
# suites: choose simulate
s/result->count > 1/result->count > 99/
