# fault: the sides of a comparison are those of the registers in order
# function: read_operation
# file: data_conjuncts.c
# suites: data_tables
s/right == NO_NODE ? low : high/high/;s/right == NO_NODE ? high : low/low/
