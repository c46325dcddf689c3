# fault: an index that grows loses what was in its last slot
# function: index_reserve
# suites: index
s/i < index->slot_count;/i + 1 < index->slot_count;/
