# fault: a step back goes two levels
# function: find_path
# file: trace_cpu.c
# suites: check_oracle check_levels
s/--level/level = level > 1 ? level - 2 : 0/
