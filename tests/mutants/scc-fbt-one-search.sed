# fault: FBT takes what one of the two searches saw
# file: decompose/scc/forward_backward/scc_cpu_fbt.c
# suites: scc
s/(status \& STATUS_SEARCHES) == STATUS_SEARCHES/(status \& STATUS_SEARCHES) != 0/
