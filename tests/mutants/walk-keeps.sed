# fault: a step to another state than before keeps the undone steps after it
# function: is_step
# file: walk.c
# suites: walk simulate
s/trace_state(&walk->trace, position + 1)/walk->target/
