# fault: the transitions of a source that met a full table count again after growth
# file: explorer/search/explore_cpu.c
# suites: explore_oracle
s/worker->transitions += done == 0 ? 0 : expansion->ends\[done - 1\];/worker->transitions += expansion->count;/
