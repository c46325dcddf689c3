# fault: with --compose, minimise does not ask for the graph of the classes, which gives them their numbers
# function: run_command
# file: minimise.c
# suites: compose
s/const int renumbers = is_canonical(options)/const int renumbers = options->canonical/
