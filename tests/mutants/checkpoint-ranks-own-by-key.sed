# fault: a rank that continues a checkpoint of folded vectors takes states by the hash of their keys, not of their vectors
# function: keep_own
# file: explore_restore.c
# suites: checkpoint_ranks
s/vector = insertion->row;/;/
