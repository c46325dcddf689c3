# fault: the greatest predecessor is taken at each step back
# function: search_state
# file: trace_cpu.c
# suites: check_oracle check_levels
s/words) > 0/words) < 0/
