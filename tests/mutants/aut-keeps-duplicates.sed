# fault: a transition that occurs twice is counted twice
# function: make_rows
# file: aut_rows.c
# suites: aut
s/1, next)/1, next) \&\& 0/
