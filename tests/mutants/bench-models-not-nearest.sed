# fault: of networks the last is taken, not the nearest
# function: find_own
# suites: bench_all
s/fit > most/fit >= -INFINITY/
