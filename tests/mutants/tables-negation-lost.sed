# fault: a negated condition of a table counts as the condition itself
# function: judge_condition
# suites: data_tables
s/wanted != item->negated/wanted/
