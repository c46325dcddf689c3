# fault: deadlocks are noted a level too late
# function: run_batch
# file: explore_cpu.c
# suites: check_oracle
s/>level)/>level + 1)/
