# fault: our graph is taken in scrambled numbers
# function: is_natural
# suites: bench_all
s/scrambled") == 0/scrambled") == 1/
