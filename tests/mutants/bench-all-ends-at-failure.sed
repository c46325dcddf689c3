# fault: a part that failed is the last
# file: bench/all.c
# suites: bench_parts bench_all
s/if (run_should_stop(work->bench->run)) {/if (run_should_stop(work->bench->run) || all->failed > 0) {/
