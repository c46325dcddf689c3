# fault: the rates of ECL-SCC are those of GPU-SCC
# function: line_of
# file: comparison_ecl.c
# suites: bench_all
s/.ecl_rate\[i\] = rate(graph->vertices, graph->ecl/.ecl_rate[i] = rate(graph->vertices, graph->gpu_scc/
