# fault: a continued search takes what later levels have shown before the states of earlier ones
# function: look
# file: check_search.c
# suites: checkpoint_command
s/exploration, level)/exploration, UINT64_MAX)/
