# fault: the deadlocks of a check have another key in JSON
# file: cli/check/check_counts.c
# suites: schemas
s/{"deadlocks", "deadlocks", NULL/{"dead_ends", "deadlocks", NULL/
