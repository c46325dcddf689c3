# fault: a guard that forbids a value is said to fix it
# function: is_fixed
# file: data_distinct.c
# suites: explore_data
s/!test->outside \&\& //
