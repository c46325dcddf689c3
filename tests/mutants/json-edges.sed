# fault: the command reports as edges the transitions that were fired
# function: write_graph
# suites: cli_output
s/graph->edges/exploration->result.transitions/
