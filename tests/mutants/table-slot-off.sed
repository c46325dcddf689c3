# fault: the slot that a found key is said to be in is its bucket's first
# function: table_put_in
# suites: table explore_oracle
s/slots + core_count_trailing_zeros(table_matches(.*))/slots/
