# fault: a part that ran out of memory does not count as cut short
# function: note_failure
# file: all.c
# suites: bench_parts
/ERROR_MEMORY/,/snprintf/ s/all->cut++;//
