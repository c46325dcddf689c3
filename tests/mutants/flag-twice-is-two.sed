# fault: a flag that is given again is another property
# file: cli/check/property_options.c
# suites: check_command
s/(is_flag && made\[k\] > 0)/0/
