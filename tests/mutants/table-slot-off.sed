# fault: a found key is reported in the first slot of its bucket
# function: table_put_in
# suites: table explore_oracle
s/slots + core_count_trailing_zeros(table_matches(.*))/slots/
