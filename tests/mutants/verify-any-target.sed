# fault: a step of a trace may lead anywhere when its label is possible
# function: add_targets
# file: verify_trace.c
# suites: verify verify_command
s/sizeof \*targets) != 0/sizeof *targets) != 0 \&\& targets == NULL/
