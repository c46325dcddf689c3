# fault: a key goes into the first slot that its thread sees empty, wherever other threads begin
# function: table_probe_leave
# suites: table_schedules
s/table_start(/probe->fresh ? 0 : table_start(/
