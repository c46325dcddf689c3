# fault: steps that are removed take their marks with them
# function: add_edges
# file: tgba_steps.c
# suites: ltl_steps
s/edge->marks | i % 2/edge->marks/
