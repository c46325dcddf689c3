# fault: a negated condition of a table counts as the condition itself
# function: data_judge
# suites: data_tables
s/(holds != 0) != (check->negated != 0)/(holds != 0)/
