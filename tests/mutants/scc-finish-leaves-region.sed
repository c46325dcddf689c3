# fault: Tarjan of a region follows edges that leave it
# file: decompose/scc/scc_tarjan.c
# suites: scc
s/(search->regions != NULL \&\& !is_open_in(search->regions, target, search->region))/(search->regions != NULL \&\& search->room == 0)/
