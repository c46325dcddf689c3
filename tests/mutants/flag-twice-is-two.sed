# fault: a flag that is given again is another property
# function: add_all
# file: property_options.c
# suites: check_command
s/added\[kind\] == 0/1/
