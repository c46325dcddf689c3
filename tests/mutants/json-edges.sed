# fault: the command reports as edges the transitions that were fired
# function: write_states
# file: api/explore_write.c
# suites: cli_output
s/graph->edges/found->result.transitions/
