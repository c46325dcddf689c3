# fault: BFBT splits regions by the search that was cut short, too
# function: search_both_ways
# file: scc_fbt_cpu.c
# suites: scc
s/!= SCC_BFBT/!= SCC_AUTO/
