# fault: vertices that lead to listed ones by inert edges are not listed
# function: rounds_close
# file: rounds_list_core.h
# suites: rounds
s/== own/== own + 1/
