# fault: the decomposition fails where FBT is stopped because Tarjan's algorithm won the race
# function: race_tarjan
# suites: scc_race
s/result != 0 \&\& !side.failed/result > 0 \&\& !side.failed/
