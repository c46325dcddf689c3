# fault: the rates of ECL-SCC are those of GPU-SCC
# file: bench/comparison_ecl.c
# suites: bench_all
s/line.ecl_rate\[i\] = rate(graph->vertices, graph->ecl\[i\])/line.ecl_rate[i] = rate(graph->vertices, graph->gpu_scc[i])/
