# fault: a vertex with one successor counts as one that had none
# file: explorer/graph/graph_build.c
# suites: game_generate
s/observer\[vertex\] = length == 0 ?/observer[vertex] = length <= 1 ?/
