# fault: the last network is taken, not the nearest one
# function: find_own
# file: bench/comparison.c
# suites: bench_all
s/fit > most/fit >= -INFINITY/
