# fault: all values that are evaluated go to one slot
# function: open_values
# suites: data_tables
s/value_group\[number\] - 1;/value_group[number] * 0;/
