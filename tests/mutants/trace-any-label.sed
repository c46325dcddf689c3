# fault: of several labels a trace has the one that comes first
# file: explorer/trace/trace_cpu.c
# suites: check_oracle
s/int by_label = label < best->label ? -1 : label > best->label;/int by_label = 0 * (label < best->label);/
