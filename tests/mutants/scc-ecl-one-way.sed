# fault: ECL takes components where the rank from before is no less than the one from behind
# function: split_by_ranks
# file: scc_ecl_cpu.c
# suites: scc
s/== out/>= out/
