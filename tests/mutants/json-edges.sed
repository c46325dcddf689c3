# fault: the edges that the command tells are the transitions as fired
# file: cli/explore.c
# suites: cli_output
s/result->edges = graph->edges;/result->edges = exploration->transitions;/
