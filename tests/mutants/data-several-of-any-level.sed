# fault: the state with several commands is the least one of all levels, not of the first that has one
# function: take_several
# file: explore_cpu.c
# suites: explore_data
s/seeks_several = 0/seeks_several = 1/
