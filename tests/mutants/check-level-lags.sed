# fault: deadlocks are noted a level too late
# file: explorer/search/explore_cpu.c
# suites: check_oracle
s/shared64_store(&search->result->deadlock_level, search->level);/shared64_store(\&search->result->deadlock_level, search->level + 1);/
