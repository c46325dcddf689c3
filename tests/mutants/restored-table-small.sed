# fault: a visited set that is made again has places for half of the states
# function: graph_restore_table
# suites: gpus_graph
s/count + count \/ 2 + 64/count \/ 2 + 8/
