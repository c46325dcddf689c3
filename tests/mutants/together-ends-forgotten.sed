# fault: formulas that a run violates which ends hold where several are searched together
# function: conclude
# file: check_together.c
# suites: check_together
s/result->deadlock_level != UINT64_MAX/0/
