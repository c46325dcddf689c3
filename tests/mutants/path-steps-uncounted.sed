# fault: moves of the observer alone count as transitions
# function: path_replace_vertex
# file: formula_path_moves.c
# suites: formula_evidence
s/end - begin, 0}/end - begin, 1}/; s/vertex, 0);/vertex, 1);/
