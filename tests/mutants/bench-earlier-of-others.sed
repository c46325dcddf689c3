# fault: files that somebody's page leads to are taken for those of an earlier run
# function: bench_earlier_remove
# suites: bench_all
s/strstr(page, "<title>heddle bench ") == NULL ? NULL : page/page/
