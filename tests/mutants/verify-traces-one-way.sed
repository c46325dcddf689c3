# fault: of traces, what only the second input can do is not seen
# function: check_pair
# file: verify_class_graph.c
# suites: comparison_evidence
s/if (!tracing->inclusion)/if (0)/
