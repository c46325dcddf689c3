# fault: Tarjan forgets that a vertex reaches an older one
# function: step
# file: scc_tarjan.c
# suites: scc
s/= LOWERED/= lowered + 0/
