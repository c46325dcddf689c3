# fault: figures of an earlier run stay in the folder
# file: bench/results/page.py
# suites: bench_results
# needs: python3
s/csv|json|svg/csv|json/
