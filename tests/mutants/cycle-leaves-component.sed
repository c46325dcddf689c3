# fault: edges that leave the component count for what is on a cycle
# file: decompose/cycles/cycle_cpu.c
# suites: cycle
/^static int is_inside/,/^}/s/ && cycles->component\[cycles->graph->targets\[edge\]\] == component//
