# fault: states with a transition count as deadlocks, and deadlocks do not
# function: run_batch
# file: explore_cpu.c
# suites: explore_oracle
s/= expansion/= !expansion/
