# fault: the edges that the command tells are the transitions as fired
# function: write_graph
# suites: cli_output
s/graph->edges/exploration->result.transitions/
