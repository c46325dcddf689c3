# fault: a path whose last state has an error of the model ends in a deadlock for verify
# function: ends_in_deadlock
# suites: check_prism
s/ERROR_INPUT ? 0 : dead/ERROR_INPUT ? 1 : dead/
