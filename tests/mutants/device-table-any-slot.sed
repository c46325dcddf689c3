# fault: a key goes into the first empty slot of a bucket as its thread sees it, wherever another thread would begin
# function: table_probe_leave
# suites: table_schedules
s/table_start(/probe->fresh ? 0 : table_start(/
