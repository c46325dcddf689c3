# fault: the walker knows only the first module of a synchronisation
# function: find_module
# file: prism_walker.c
# suites: check_ltl
s/number < choice->command_count/number < 1/
