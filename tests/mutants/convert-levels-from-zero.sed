# fault: levels of a picture begin with state 0, whatever the initial one
# file: frontend/formats/graph_dot.c
# suites: convert
s/queue\[GRAPH_DOT_STATES\] = {graph->initial}/queue[GRAPH_DOT_STATES] = {0}/
