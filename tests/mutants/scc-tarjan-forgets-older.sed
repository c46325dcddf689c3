# fault: Tarjan forgets that a vertex reaches an older one
# function: tarjan_step
# suites: scc
s/= TARJAN_LOWERED/= lowered + 0/
