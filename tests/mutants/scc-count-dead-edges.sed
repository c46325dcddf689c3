# fault: dead edges leave components
# function: leaves
# suites: scc
s/digraph_is_live(graph, edge)/1/
