# fault: branching equivalence comes before traces with internal steps
# function: traces_minimise
# file: traces.c
# suites: compare_graphs
s/weak ? EQUIVALENCE_BRANCHING : EQUIVALENCE_STRONG/EQUIVALENCE_BRANCHING/
