# fault: in a block that is taken together only the first component leads rules that join other blocks
# function: fill_row
# suites: explore_oracle
s/&mover) << i/\&mover) << 0/
