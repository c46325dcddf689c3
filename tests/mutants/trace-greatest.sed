# fault: the greatest transition is taken at each step back
# file: explorer/trace/trace_cpu.c
# suites: check_oracle check_levels
s/return first < 0;/return first > 0;/
