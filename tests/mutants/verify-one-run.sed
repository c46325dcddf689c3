# fault: only one run of a nondeterministic monitor is followed
# file: checker/verify/verify_trace.c
# suites: verify verify_command
/^static int follow_monitor/,/^}/s/t < (count == 0 ? 1 : count); t++/t < 1; t++/
