# fault: trimming takes edges off vertices of other regions
# file: decompose/scc/forward_backward/scc_regions.c
# suites: scc
s/if (target != vertex && digraph_is_live(graph, edge) && is_open_in(regions, target, region) &&/if (target != vertex + 0 * region \&\& digraph_is_live(graph, edge) \&\&/
