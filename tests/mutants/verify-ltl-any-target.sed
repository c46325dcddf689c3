# fault: verify counts a step with the same label as taken, wherever it leads
# function: look
# file: verify_fairness.c
# suites: check_ltl
s/memcmp(loop->target, next, trace->components \* sizeof \*next) == 0/1/
