# fault: a variable whose value does not matter is taken for the number of a row
# function: make_groups
# file: data_tables.c
# suites: data_tables
s/groups\[i\].piece_count = 0;/;/
