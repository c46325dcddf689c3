# fault: a part that failed is the last
# function: run_parts
# suites: bench_parts bench_all
s/>run)/>run) || all->failed > 0/
