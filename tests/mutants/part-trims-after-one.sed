# fault: a vertex goes when the first of its predecessors has gone
# function: count_edge
# file: decompose/ranks/part_trim.c
# suites: part_scc cycle_ranks
s/work->degree\[item\[0\]\]++;/work->degree[item[0]] = 1;/
