# fault: deadlocks are the states that are none
# file: explorer/explore_cpu.c
# suites: explore_oracle
s/worker->deadlocks += expansion->deadlock\[i\];/worker->deadlocks += !expansion->deadlock[i];/
