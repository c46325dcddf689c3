# fault: states that tables do not describe are expanded by them
# function: data_enable
# suites: data_lanes
s/return odd != 0 ? DATA_ODD : 1;/return 1;/
