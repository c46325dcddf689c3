# fault: deadlocks are noted a level too late
# file: explorer/explore_cpu.c
# suites: check_oracle
s/core_store_relaxed(&search->result->deadlock_level, search->level);/core_store_relaxed(\&search->result->deadlock_level, search->level + 1);/
