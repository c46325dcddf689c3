# fault: several ranks take components that meet no weak condition
# function: set_count
# suites: cycle_ranks
s/ + goal->weak_count//
