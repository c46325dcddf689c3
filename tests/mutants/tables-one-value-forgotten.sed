# fault: a comparison with a variable of one value has no steps
# function: is_constant
# file: data_groups.c
# suites: data_tables
s/return data_variables(maker->image)\[program_wide(one)\].mask == 0;/return 0;/
