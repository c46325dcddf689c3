# fault: BFBT splits regions by the search that was cut short, too
# function: search
# file: scc_cpu_fbt.c
# suites: scc
s/!= SCC_BFBT/!= SCC_AUTO/
