# fault: our graph is taken in scrambled numbers
# file: bench/comparison_ecl.c
# suites: bench_all
s/return record_number(table, row, "scrambled") == 0;/return record_number(table, row, "scrambled") == 1;/
