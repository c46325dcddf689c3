# fault: of what the threads found on a level the first is taken
# function: run_pass
# file: trace_cpu.c
# suites: check_levels
s/(\*best == NULL || is_less(pass, \*best, found->source, found->label, found->target))/*best == NULL/
