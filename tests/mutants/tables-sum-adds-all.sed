# fault: a sum adds the terms that are to be subtracted
# function: add_term
# file: data_tables.c
# suites: data_tables
s/item->check.negative ? -value : value/value/
