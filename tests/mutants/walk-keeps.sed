# fault: a step to another state than before keeps the undone steps after it
# function: is_next
# file: walk.c
# suites: walk simulate
s/trace_state(&walk->trace, walk->position + 1)/walk->target/
