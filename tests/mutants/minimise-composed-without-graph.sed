# fault: with --compose, minimise does not ask for the graph of the classes, which gives them their numbers
# function: open_operand
# file: api/minimise.c
# suites: compose
s/const int renumbers = is_canonical(request)/const int renumbers = request->canonical/
