# fault: a driver that does not start is taken for one that did
# function: await_start
# suites: solve_auto
s/!= DEVICE_READY/== DEVICE_ABSENT/
