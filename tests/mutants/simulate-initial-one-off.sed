# fault: `initial K` begins in the state after the K-th
# function: begin_in
# file: simulate_session.c
# suites: check_prism
s/number - 1)/number)/
