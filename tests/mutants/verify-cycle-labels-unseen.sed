# fault: labels on a cycle are not looked at
# function: is_on_cycle
# file: verify_trace.c
# suites: cycle check_cycles
s/= check->trace->lasso/ check->trace->steps/
