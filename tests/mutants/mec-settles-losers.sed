# fault: an SCC that lost a choice but no state is taken for a MEC
# function: mec_mark
# suites: mec
s/prune.losers/prune.fallen/
