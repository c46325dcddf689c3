# fault: published values look like ours
# file: bench/figure.c
# suites: bench_all
s/\.dashed = of->published/.dashed = 0/
