# fault: a probe gives up after its home bucket
# file: hashtable/table_core.h
# suites: table
s/uint64_t last = home + table_sequence_buckets(view, home);/uint64_t last = home + 1;/
