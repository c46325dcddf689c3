# fault: a solution of the device is not taken over
# function: race_both
# suites: solve_auto
s/&device)/NULL)/
