# fault: files that another page links to are taken for those of an earlier run
# function: remove_linked
# suites: bench_all
s/strstr(page, "<title>heddle bench ") == NULL ? NULL : page/page/
