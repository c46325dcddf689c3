# fault: dead edges leave components
# function: leaves_component
# suites: scc
s/digraph_is_live(graph, edge)/1/
