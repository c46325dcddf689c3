# fault: --hide-all-but hides what is listed
# function: hide_select
# file: hide.c
# suites: minimise
s/!= lists->all_but/!= 0/
