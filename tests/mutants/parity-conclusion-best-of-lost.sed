# fault: a group of variants is judged by its last one, not by its best
# file: bench/results/conclusions.py
# suites: bench_results
# needs: python3
s/return (max if rates else min)(values) if values/return values[-1] if values/
