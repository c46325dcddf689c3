# fault: deadlocks are the states that are none
# function: run_batch
# file: explore_cpu.c
# suites: explore_oracle
s/= expansion/= !expansion/
