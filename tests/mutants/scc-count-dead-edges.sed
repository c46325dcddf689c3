# fault: dead edges leave components
# file: decompose/components/components.c
# suites: scc
s/component\[vertex\] \&\& digraph_is_live(graph, edge)/component[vertex] \&\& 1/
