# fault: an edge from a state to itself is no cycle
# file: decompose/cycles/cycle_cpu.c
# suites: cycle check_cycles
/^static void count_set/,/^}/s/if (is_inside(cycles, component, e) &&/if (graph->targets[e] != vertex \&\& is_inside(cycles, component, e) \&\&/
