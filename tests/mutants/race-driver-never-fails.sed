# fault: a driver that fails to start counts as started
# function: await_start
# suites: solve_auto
s/!= DEVICE_READY/== DEVICE_ABSENT/
