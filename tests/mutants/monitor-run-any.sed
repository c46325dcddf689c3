# fault: a run of a monitor ends in any state, in an error state or not
# function: write_run
# suites: verify
s/monitor_is_error(runs->monitor, places\[p\].state)/1/
