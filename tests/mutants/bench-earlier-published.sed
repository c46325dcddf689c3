# fault: published times count as times of a run
# function: is_time
# file: earlier.c
# suites: earlier
s/strncmp(column->key, "published", strlen("published")) != 0/1/
