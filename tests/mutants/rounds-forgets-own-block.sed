# fault: a vertex is not looked at again when an inert edge of it leads to another block now
# function: rounds_mark
# file: rounds_core.h
# suites: rounds
s/rounds_add(view, vertex, sink);//
