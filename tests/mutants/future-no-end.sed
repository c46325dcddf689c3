# fault: runs never end
# function: follow_runs
# suites: ltl_progress
s/if (end\[s\] != BDD_FALSE)/if (0)/
