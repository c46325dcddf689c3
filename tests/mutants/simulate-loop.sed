# fault: the last step of a loop leads to its first state, whatever the number of steps
# function: next_in_loop
# suites: simulate
s/(beyond - 1) % (length - loop) + 1/beyond % (length - loop) * 0 + 1/
