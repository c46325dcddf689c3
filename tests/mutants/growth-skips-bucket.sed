# fault: growth leaves the last bucket of each run where it was
# file: hashtable/table.c
# suites: table
s/uint64_t end = last << table->old.bucket_bits;/uint64_t end = (last - 1) << table->old.bucket_bits;/
