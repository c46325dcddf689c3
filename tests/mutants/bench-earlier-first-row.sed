# fault: a row is compared with the first row of its name
# file: bench/results/earlier.py
# suites: bench_results
# needs: python3
s/same\[place\]/same[0]/
