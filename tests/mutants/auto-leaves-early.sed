# fault: the CPU is left before the GPU is ready
# file: explorer/explore_auto.c
# suites: auto
s/return state == DEVICE_READY \&\& states >= engines->leave_states;/return states >= engines->leave_states;/
