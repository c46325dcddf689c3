# fault: labels of processes and of more processes are not told apart
# function: compare_processes
# file: fair_network.c
# suites: check_ltl
s/order != 0 ? order : sort_compare(a->count, b->count)/order/
