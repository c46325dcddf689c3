# fault: a key goes into the first empty slot of a bucket as its thread sees it, wherever another thread would begin
# file: hashtable/table_device.cuh
# suites: table_schedules
s/table_first(probe->empties, table_start(view, hash), slots)/table_first(probe->empties, probe->fresh ? 0 : table_start(view, hash), slots)/
