# fault: pairs of a simulation are dropped in one pass
# function: drop_pairs
# file: verify_class_graph.c
# suites: comparison_evidence
s/                    changed = 1;/                    changed = 0;/
