# fault: memory that is spent is no part cut short
# file: bench/all.c
# suites: bench_parts
/ERROR_MEMORY/,/snprintf/ s/all->cut++;//
