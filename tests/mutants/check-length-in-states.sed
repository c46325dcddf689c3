# fault: the length of a trace to a label leaves out its last step
# file: explorer/trace/trace.c
# suites: check_oracle check_levels
s/return level == UINT64_MAX ? UINT64_MAX : level + 1;/return level;/
