# fault: callbacks see edges that differ in their choice alone
# function: heddle_space_visit_successors
# suites: library
s/graph_edge_is_repeated(graph, edge, graph->offsets\[state\])/0/
