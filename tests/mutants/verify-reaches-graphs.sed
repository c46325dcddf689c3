# fault: the verifier includes the graphs of searches
# file: decompose/mdp/mdp.h
# suites: rooms
s|^#include "explorer/graph/digraph.h"|&\n#include "explorer/graph/graph.h"|
