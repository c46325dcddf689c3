# fault: inert edges to vertices that are not listed add nothing to a sketch
# function: rounds_collect
# file: rounds_core.h
# suites: rounds
s/sketch\[i\] |= view->sketch.*/sketch[i] |= 0;/
