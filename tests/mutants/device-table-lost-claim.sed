# fault: after a lost claim, the next bucket is looked at instead of the same one once more
# function: table_probe_claimed
# suites: table_schedules
s/^    probe->fresh = 1;$/    probe->number++;/
