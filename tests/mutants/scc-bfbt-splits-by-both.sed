# fault: BFBT splits regions by the search that was cut short, too
# file: decompose/scc/forward_backward/scc_cpu_fbt.c
# suites: scc
s/options->algorithm != SCC_BFBT ? STATUS_SEARCHES/options->algorithm != SCC_AUTO ? STATUS_SEARCHES/
