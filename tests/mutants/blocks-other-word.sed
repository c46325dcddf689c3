# fault: moves of a block lose the word that holds no field of the block
# function: expand_blocks
# suites: explore_oracle
s/source\[1 - word\] | TABLE_USED/TABLE_USED/
