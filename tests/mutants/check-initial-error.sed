# fault: a violation in the initial state is not seen
# file: explorer/search/explore_cpu.c
# suites: check_oracle check_observer
s/search->watch\.error_level = 0;/search->watch.error_level = UINT64_MAX;/
