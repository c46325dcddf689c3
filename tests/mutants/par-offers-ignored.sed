# fault: par synchronises labels of one gate whatever their offers
# function: join_labels
# file: compose_par.c
# suites: network explore_oracle
s/work->items\[end\]\.label == work->items\[i\]\.label/compose_gate(work->composer, work->items[end].label) == compose_gate(work->composer, work->items[i].label)/
