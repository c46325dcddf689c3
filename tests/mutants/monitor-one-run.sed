# fault: a nondeterministic monitor has its first move alone
# file: checker/monitor.c
# suites: check_oracle
/^static int add_moves/,/^}/s/count = owned->state\[state\]\.error ? 0 : count;/count = owned->state[state].error ? 0 : 1;/
