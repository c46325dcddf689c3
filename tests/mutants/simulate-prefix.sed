# fault: the beginning of several labels takes the first of them
# function: choose_find
# file: choose.c
# suites: choose simulate
s/differ ? CHOOSE_SEVERAL/0 ? CHOOSE_SEVERAL/
