# fault: the shared search ends when one of its properties is violated
# file: checker/check.c
# suites: check_oracle check_command
s/violation_length(checking, i, exploration) == UINT64_MAX) {/violation_length(checking, i, exploration) != UINT64_MAX) {/
/^static int shared_decided/,/^}/{s/return 0;/return 1;/
s/^    return 1;/    return 0;/}
