# fault: only states of rank 0 must lose their rank again and again
# function: add_ranked
# file: tgba_ranks.c
# suites: hoa
s/(step->watched + 2) %/(step->watched + 0) %/
