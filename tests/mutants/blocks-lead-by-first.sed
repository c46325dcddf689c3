# fault: in a fused block, only the first process leads rules with other blocks
# function: fill_row
# suites: explore_oracle
s/&mover) << i/\&mover) << 0/
