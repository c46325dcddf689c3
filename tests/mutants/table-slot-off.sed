# fault: the slot that a found key is said to be in is its bucket's first
# file: hashtable/table_core.h
# suites: table explore_oracle
s/number \* slots + core_count_trailing_zeros(table_matches(.*));/number * slots;/
