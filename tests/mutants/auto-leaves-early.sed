# fault: the GPU searches before it is ready
# function: host_gives_up
# suites: auto
s/state == DEVICE_READY \&\& states/states/
