# fault: what is gathered is decided as if all vertices of the ranks before were the first one's
# function: place_of
# file: decompose/ranks/part_gather.c
# suites: part_scc cycle_ranks
s/before += gathered->counts\[2 \* r\]/before = gathered->counts[2 * r]/
