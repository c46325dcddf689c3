# fault: the conditions of a published claim are ignored
# function: record_meets
# suites: bench_all
s/return 0/return 1/
