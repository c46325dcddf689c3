# fault: a step back goes two levels
# file: explorer/trace/trace_cpu.c
# suites: check_oracle check_levels
s/PASS_PREDECESSOR, --level, first/PASS_PREDECESSOR, level = level > 1 ? level - 2 : 0, first/
