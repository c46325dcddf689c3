# fault: the AUT header counts edges that differ in their choice alone
# function: graph_aut_write
# suites: cli_output graph_aut
s/graph_distinct_edges(/graph->edges + 0 * graph_distinct_edges(/
