# fault: labels on a cycle are not looked at
# file: checker/verify/verify_trace.c
# suites: cycle check_cycles
/^static int is_on_cycle/,/^}/s/step >= check->trace->lasso/step > check->trace->steps/
