# fault: only one run of a nondeterministic monitor is followed
# function: verify_monitor_moves_on
# suites: verify verify_command
s/count == 0 ? 1 : count/1/
