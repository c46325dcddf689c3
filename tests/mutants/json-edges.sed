# fault: the command reports as edges the transitions that were fired
# function: write_graph
# file: cli/explore.c
# suites: cli_output
s/graph->edges/exploration->result.transitions/
