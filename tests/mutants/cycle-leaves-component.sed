# fault: edges that leave the component count for what is on a cycle
# function: is_inside
# file: cycle_cpu.c
# suites: cycle
s/ && cycles->component\[cycles->graph->targets\[edge\]\] == component//
