# fault: the result of the first thread is taken, not the least on the level
# function: search_level
# file: trace_cpu.c
# suites: check_levels
s/(best == NULL || trace_compare(finder->best, best, words) < 0)/best == NULL/
