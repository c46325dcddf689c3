# fault: a driver that fails to start counts as started
# function: await_start
# suites: solve_auto
s/device_start_await(start, run)/device_start_await(start, run) >= 0/
