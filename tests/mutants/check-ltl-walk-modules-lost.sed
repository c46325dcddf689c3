# fault: where another process takes part after a PRISM model, the walker does not see it
# function: find_process
# file: semantics.c
# suites: check_fair_modules
s/left -= made_by.count;/return WALKER_NO_PROCESS;/
