# fault: the length of a trace to a label leaves out its last step
# function: trace_length
# suites: check_oracle check_levels
s/level == UINT64_MAX ? UINT64_MAX : level + 1/level/
