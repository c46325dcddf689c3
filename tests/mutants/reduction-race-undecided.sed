# fault: a device searches fewer states before it is decided up to which level
# function: is_decided
# file: explore_race.c
# suites: auto
s/return .*/return race != NULL;/
