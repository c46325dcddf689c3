# fault: no part runs after one that failed
# function: run_parts
# file: all.c
# suites: bench_parts bench_all
s/>run)/>run) || all->failed > 0/
