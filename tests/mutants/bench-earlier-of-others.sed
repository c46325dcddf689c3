# fault: files that somebody's page leads to are taken for those of an earlier run
# file: bench/earlier.c
# suites: bench_all
s/strstr(page, "<title>heddle bench ") == NULL ? NULL : page/page/
