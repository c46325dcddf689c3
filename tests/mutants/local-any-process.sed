# fault: verify accepts an own label that another process of the step has
# function: first_wrong
# file: verify_local.c
# suites: trace_step
s/if (strcmp(label == NULL/if (transition->move_count == 1 \&\& strcmp(label == NULL/
