# fault: entries of different choices are one where they are many
# function: entry_set_add
# suites: data_lanes
s/int same = slot\[set->words\] == (uint64_t)choice + 1;/int same = slot[set->words] != 0;/
