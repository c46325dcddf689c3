# fault: a table has the step of a bound one value too late
# function: add_steps
# file: data_groups.c
# suites: data_tables
s/add_step(maker, group, constant) != 0/add_step(maker, group, constant + 2) != 0/
