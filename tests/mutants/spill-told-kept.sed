# fault: levels that were dropped are said to be there
# function: trace_rebuild_cpu
# suites: check_files
s/exploration->space.levels_kept/exploration->model/
