# fault: a driver that does not start is taken for one that did
# file: parity/solve_auto.c
# suites: solve_auto
s/if (device_start_state(start) != DEVICE_READY) {/if (device_start_state(start) == DEVICE_ABSENT) {/
