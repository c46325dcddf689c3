# fault: all edges are live, whatever their labels
# function: select_wanted
# file: cycle_cpu.c
# suites: cycle check_cycles
s/view->wanted_set\[view->labels\[first + k\]\] != 0/1/
