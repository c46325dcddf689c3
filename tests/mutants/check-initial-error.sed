# fault: a violation in the initial state is not seen
# function: put_initial
# file: explore_cpu.c
# suites: check_oracle check_observer
s/error_level = 0/error_level = UINT64_MAX/
