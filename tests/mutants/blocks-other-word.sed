# fault: moves of a block lose the word that holds no field of the block
# function: copy_source
# suites: explore_oracle
s/source\[1 - word\] | used/used/
