# fault: a step like the one that is known but to another state keeps the steps beyond
# function: is_next
# file: walk.c
# suites: walk simulate
s/trace_state(&walk->trace, walk->position + 1)/walk->target/
