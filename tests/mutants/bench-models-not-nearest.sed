# fault: the last network is taken, not the nearest one
# function: find_own
# suites: bench_all
s/fit > most/fit >= -INFINITY/
