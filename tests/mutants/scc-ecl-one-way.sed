# fault: ECL joins vertices that have forward rank <= backward rank
# function: split_by_ranks
# file: scc_ecl_cpu.c
# suites: scc
s/== out/>= out/
