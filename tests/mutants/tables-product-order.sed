# fault: products come after all other moves
# function: data_visit_runs
# suites: data_tables
s/run->product != DATA_NONE/run->product != DATA_NONE \&\& i + 1 < tables->run_count/
