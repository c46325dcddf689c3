# fault: a step back goes two levels
# function: find_path
# file: trace_path.c
# suites: check_oracle check_levels
s/--low/low = low > 1 ? low - 2 : 0/
