# fault: after a lost claim, the search goes on in the next bucket instead of the same one
# function: table_probe_claimed
# suites: table_schedules
s/^    probe->fresh = 1;$/    probe->number++;/
