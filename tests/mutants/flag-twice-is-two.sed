# fault: a flag that is given again is another property
# function: make_all
# file: property_options.c
# suites: check_command
s/(is_flag(&kinds\[k\]) && made\[k\] > 0)/0/
