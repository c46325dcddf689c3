# fault: moves of the observer alone count as transitions
# function: replace_vertex
# file: formula_path.c
# suites: formula_evidence
s/NULL, 0);/NULL, 1);/; s/&choice, 0) != 0/\&choice, 1) != 0/
