# fault: callbacks see edges that differ in their choice alone
# file: library/space.c
# suites: library
s/graph_edge_is_repeated(graph, edge, graph->offsets\[state\])/0/
