# fault: the verifier includes the graphs of searches
# file: model/mdp.h
# suites: rooms
s|^#include "model/digraph.h"|&\n#include "explorer/graph/graph.h"|
