# fault: changes that are none are shown
# function: simulate_show_owed_changes
# suites: simulate
s/before.owed != after.owed/before.owed == after.owed/
