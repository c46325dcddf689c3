# fault: moves of a block of a long vector lose its last word
# function: copy_source
# suites: explore_oracle
s/w < words; w++/w + 1 < words; w++/
