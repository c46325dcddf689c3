# fault: regions are left whole although they have candidates
# file: decompose/scc/forward_backward/scc_cpu_fbt.c
# suites: scc
s/if (regions->third\[region\] == 0) {/if (regions->third[region] != 1) {/
