# fault: the side of the race that was stopped leaves its error
# function: race_tarjan
# suites: scc_race
/the other side was stopped/d
