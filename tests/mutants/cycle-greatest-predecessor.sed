# fault: the way to a cycle goes by the greatest predecessor
# function: find_before_in_graph
# file: cycle_cpu.c
# suites: cycle
s/for (uint64_t source = first; source < end; source++)/for (uint64_t source = end; source-- > first;)/
