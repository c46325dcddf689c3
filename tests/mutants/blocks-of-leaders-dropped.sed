# fault: a block that only leads rules with other blocks is left out
# function: has_moves
# suites: explore_oracle
s/rows\[value\].leads != 0 || //
