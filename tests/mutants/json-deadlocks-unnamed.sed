# fault: the deadlocks of a check have another key in JSON
# function: check_count_rows
# suites: schemas
s/"deadlocks/"dead_ends/
