# fault: conditions of a published claim are not looked at
# function: record_meets
# suites: bench_all
s/return 0/return 1/
