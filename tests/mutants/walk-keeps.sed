# fault: a step like the one that is known but to another state keeps the steps beyond
# file: checker/verify/walk.c
# suites: walk simulate
/^static int is_next/,/^}/s/memcmp(trace_state(&walk->trace, walk->position + 1), walk->target,/memcmp(walk->target, walk->target,/
