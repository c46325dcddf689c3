# fault: a range of edges that begins with a row is written with the vertex before
# function: vertex_of
# file: graph_aut.c
# suites: graph_aut
s/<= edge/< edge/
