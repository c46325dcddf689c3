# fault: the way to a cycle goes by the greatest predecessor
# file: decompose/cycles/cycle_cpu.c
# suites: cycle
/^static int before_in_graph/,/^}/s/for (uint64_t source = first; source < end; source++)/for (uint64_t source = end; source-- > first;)/
