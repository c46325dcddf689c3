# fault: memory that is spent is no part cut short
# function: take_failure
# file: all.c
# suites: bench_parts
/ERROR_MEMORY/,/snprintf/ s/all->cut++;//
