# fault: a block's moves lose the word that the block is not in
# file: explorer/search/expand.c
# suites: explore_oracle
s/out\[1 - word\] = source\[1 - word\] | TABLE_USED;/out[1 - word] = TABLE_USED;/
