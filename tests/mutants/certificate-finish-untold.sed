# fault: other ranks do not learn that rank 0 could not complete the file
# function: certificate_finish
# suites: certificate_ranks
s/ranks_meet(ranks, RANKS_GRAPH, 0, failed != 0, error)/failed/
