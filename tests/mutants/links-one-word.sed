# fault: a link moves the partner in the word of the linker
# function: expand_links
# suites: explore_oracle
s/out\[partner\] +=/out[word] +=/
