# fault: every path counts as ending in a deadlock
# file: checker/verify/verify_regular.c
# suites: verify_regular
s/if (path->ends_in_deadlock) {/if (path->steps != UINT64_MAX) {/
