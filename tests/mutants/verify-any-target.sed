# fault: a step of a trace may lead anywhere when its label is possible
# file: checker/verify/verify_trace.c
# suites: verify verify_command
s/if (memcmp(check->target, to, components \* sizeof \*to) != 0) {/if (memcmp(check->target, to, components * sizeof *to) != 0 \&\& to == NULL) {/
