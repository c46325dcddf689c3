# fault: entries of different choices are taken for one
# function: entry_list_has
# suites: data_lanes
s/list->count = 0;/;/
