# fault: a state with one transition is a deadlock
# file: explorer/explore_cpu.c
# suites: explore_oracle
s/worker->deadlocks += expansion->fired\[i\] == 0;/worker->deadlocks += expansion->fired[i] <= 1;/
