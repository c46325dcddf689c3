# fault: a probe gives up after its home bucket
# function: table_put_in table_place_in
# suites: table
s/table_sequence_buckets(view, home)/1/
