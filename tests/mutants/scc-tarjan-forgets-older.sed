# fault: Tarjan forgets that a vertex reaches an older one
# file: decompose/scc/scc_tarjan.c
# suites: scc
s/lowered = LOWERED;/lowered = lowered + 0;/
