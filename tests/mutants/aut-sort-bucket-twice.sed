# fault: the first bucket of records that threads sort begins after the first record
# function: sort_buckets
# suites: aut_pieces
s/bucket == 0 ? buckets->begin :/bucket == 0 ? buckets->begin + 1 :/
