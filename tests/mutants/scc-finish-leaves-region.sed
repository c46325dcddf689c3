# fault: Tarjan of a region follows edges that leave it
# function: step
# file: scc_tarjan.c
# suites: scc
s/!is_open_in(search->regions, target, search->region)/search->room == 0/
