# fault: a state with more targets than the list has is not counted again
# function: entry_list_has
# suites: data_lanes
s/list->many = 1;/;/
