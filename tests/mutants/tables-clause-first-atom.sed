# fault: a clause looks at its first alternative alone
# function: make_clauses
# suites: data_tables
s/j < plan->atom_count/j < 1/
