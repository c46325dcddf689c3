# fault: a flag that is given again is another property
# function: add_all
# file: property_options.c
# suites: check_command
s/(is_flag(&kinds\[k\]) && added\[k\] > 0)/0/
