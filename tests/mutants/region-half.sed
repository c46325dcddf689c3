# fault: a region has only the states up to half of the vertices
# function: visit
# file: strategy_region.c
# suites: formula_evidence
s/next < vertices->count; next++/next < (vertices->count + 1) \/ 2; next++/
