# fault: a fair cycle needs one of its labels, not all
# file: decompose/cycles/cycle_cpu.c
# suites: cycle check_cycles
s/cycles->queue\[least\] != sets/cycles->queue[least] == 0/
