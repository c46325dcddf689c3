# fault: deadlocks are the states that are none
# file: explorer/search/explore_cpu.c
# suites: explore_oracle
s/deadlocks += expansion->deadlock\[i\];/deadlocks += !expansion->deadlock[i];/
