# fault: our graph is taken in scrambled numbers
# function: is_natural
# suites: bench_all
s/!(record_number(\(.*\)) > 0)/record_number(\1) > 0/
