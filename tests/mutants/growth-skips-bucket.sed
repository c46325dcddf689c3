# fault: growth leaves the last bucket of each run where it was
# function: move_run
# suites: table
s/last << table->old./(last - 1) << table->old./
