# fault: ECL takes components where the rank from before is no less than the one from behind
# file: decompose/scc/labels/scc_cpu_ecl.c
# suites: scc
s/if (in == out) {/if (in >= out) {/
