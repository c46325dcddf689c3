# fault: of networks the last is taken, not the nearest
# function: take
# file: comparison_gpuexplore.c
# suites: bench_all
s/fabs(log(states \/ (double)line->states)) < before/before >= 0/
