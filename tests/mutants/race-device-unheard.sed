# fault: a solution of the device is not taken over
# file: parity/solve_auto.c
# suites: solve_auto
s/if (winner == &device) {/if (winner == NULL) {/
