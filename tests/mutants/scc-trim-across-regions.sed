# fault: trimming takes edges off vertices of other regions
# function: take_edges
# suites: scc
s/&& digraph_is_live(graph, edge) && is_open_in(regions, target, region/+ 0 * region \&\& digraph_is_live(graph, edge/
