# fault: a block's moves lose the word that the block is not in
# function: expand_blocks
# suites: explore_oracle
s/source\[1 - word\] | TABLE_USED/TABLE_USED/
