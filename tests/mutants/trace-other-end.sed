# fault: a trace goes to the error state that the least state leads to
# file: explorer/trace/trace_cpu.c
# suites: check_oracle check_observer
s/int order\[3\] = {by_target, by_source, by_label};/int order[3] = {by_source, by_target, by_label};/
