# fault: the last term of a group replaces the others
# function: add_term
# file: data_tables.c
# suites: data_tables
s/+= item/= item/
