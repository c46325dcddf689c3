# fault: BFBT splits regions by the search that was cut short, too
# function: search
# file: scc_fbt_cpu.c
# suites: scc
s/!= SCC_BFBT/!= SCC_AUTO/
