# fault: of networks the last is taken, not the nearest
# file: bench/comparison_gpuexplore.c
# suites: bench_all
s/if (fabs(log(states \/ (double)line->states)) < before) {/if (before >= 0) {/
