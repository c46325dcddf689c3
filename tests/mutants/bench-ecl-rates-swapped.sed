# fault: the rates of ECL-SCC are those of GPU-SCC
# file: bench/results/published_tables.py
# suites: bench_results
# needs: python3
s/"vertices", "ecl_a100_seconds"/"vertices", "gpu_scc_a100_seconds"/
