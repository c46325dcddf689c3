# fault: of what the threads found on a level the first is taken
# function: search_level
# file: trace_cpu.c
# suites: check_levels
s/(best == NULL || trace_compare(finder->best, best, words) < 0)/best == NULL/
