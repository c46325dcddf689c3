# fault: a variable whose value does not matter is taken for the number of a row
# function: make_pieces
# file: data_tables.c
# suites: data_tables
s/group->piece_count = 0;/;/
