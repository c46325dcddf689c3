# fault: a region has only the states up to half of the vertices
# function: visit_all
# file: strategy_region.c
# suites: formula_evidence
s/walk->next < walk->vertices.count/walk->next < (walk->vertices.count + 1) \/ 2/
