# fault: a component joins a group without looking at the steps between them
# function: look_at_edges
# file: run_ranks.c
# suites: check_ltl
# cases: 200
s/restrict_lacks(ranking, ranking->joined, edge);/;/
