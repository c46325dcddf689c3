# fault: labels on a cycle are ignored
# function: is_on_cycle
# file: verify_trace.c
# suites: cycle check_cycles
s/= follow->trace->lasso/ follow->trace->steps/
