# fault: a clause looks at its first alternative alone
# function: make_sets
# suites: data_tables
s/j < plan->atom_count/j < 1/
