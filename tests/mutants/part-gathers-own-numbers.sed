# fault: what is gathered is decided as if all vertices of the ranks before were the last one's
# function: graph_gather_first
# suites: part_scc cycle_ranks rank_game
s/first += gather->counts\[2 \* r\]/first = gather->counts[2 * r]/
