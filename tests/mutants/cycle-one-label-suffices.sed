# fault: a fair cycle needs one of its labels, not all
# function: find_least_on_cycle
# file: cycle_cpu.c
# suites: cycle check_cycles
s/!= sets/== 0/
