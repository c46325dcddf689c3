# fault: published times count as times of a run
# file: bench/results/earlier.py
# suites: bench_results
# needs: python3
s/ and not key.startswith(("published", "oink"))//
