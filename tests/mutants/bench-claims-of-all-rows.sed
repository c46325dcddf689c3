# fault: the conditions of a published claim are ignored
# file: bench/results/tables.py
# suites: bench_results
# needs: python3
s/return all(row.get(key) == value/return True or all(row.get(key) == value/
