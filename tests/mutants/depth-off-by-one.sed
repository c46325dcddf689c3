# fault: --max-depth goes one level further
# function: enter_level
# file: explore_cpu.c
# suites: cli_output
s/level >=/level >/
