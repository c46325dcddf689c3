# fault: a vertex whose block got a new number is not looked at again for its edges back
# function: mark_vertex
# file: refine_mark.c
# suites: refine
s/== parent/== parent + 1/
