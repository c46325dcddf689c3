# fault: the CPU is left before the GPU is ready
# function: wants_to_leave
# suites: auto
s/state == DEVICE_READY \&\& states/states/
