# fault: the AUT header counts edges that differ in their choice alone
# function: write_aut
# file: graph_write.c
# suites: cli_output
s/graph_distinct_edges(/graph->edges + 0 * graph_distinct_edges(/
