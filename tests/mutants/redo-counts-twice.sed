# fault: the transitions of a source that met a full table count again after growth
# function: run_batch
# file: explore_cpu.c
# suites: explore_oracle
# cases: 4000
s/done == 0 ? 0 : expansion->ends\[done - 1\]/expansion->count/
