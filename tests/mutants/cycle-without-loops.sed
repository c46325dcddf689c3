# fault: an edge from a state to itself is no cycle
# function: count_set
# file: cycle_cpu.c
# suites: cycle check_cycles
s/(is_inside/(graph->targets[e] != vertex \&\& is_inside/
