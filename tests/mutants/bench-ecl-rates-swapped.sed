# fault: the rates of ECL-SCC are those of GPU-SCC
# function: ecl_columns
# suites: bench_all
/_rate/ s/"ecl_a100_seconds"/"gpu_scc_a100_seconds"/
