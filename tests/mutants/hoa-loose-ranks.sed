# fault: ranks need not be tight: an even one may be the largest
# function: tight_rank
# file: tgba_ranks.c
# suites: hoa
s/largest % 2 == 1 \&\& (seen/(seen/
