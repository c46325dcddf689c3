# fault: edges that differ in their choice alone are counted once
# function: expand_window
# file: explorer/graph/graph_part.c
# suites: component_ranks
s/building->distinct += length;/building->distinct = part->edges;/
