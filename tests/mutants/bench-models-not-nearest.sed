# fault: the last network is taken, not the nearest one
# file: bench/results/published.py
# suites: bench_results
# needs: python3
s/ or fit > most/ or fit < 1/
