# fault: after a lost claim, the next bucket is looked at instead of the same one once more
# file: hashtable/table_device.cuh
# suites: table_schedules
s/^    probe->fresh = 1;$/    probe->number++;/
