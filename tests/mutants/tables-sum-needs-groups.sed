# fault: there are no tables where the terms of sums need too many groups
# function: data_tables_create
# suites: data_tables
s/programs_alone <= sums/programs_alone < 1/
