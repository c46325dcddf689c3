# fault: a part may take all of the time
# file: bench/all.c
# suites: bench_parts
s/now + (last - now) \* share/last/
