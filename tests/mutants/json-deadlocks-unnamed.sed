# fault: the deadlocks of a check have another key in JSON
# function: network_rows
# file: check_counts.c
# suites: schemas
s/"deadlocks/"dead_ends/
