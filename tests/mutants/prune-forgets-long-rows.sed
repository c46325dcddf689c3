# fault: long rows that wait while their targets fall are never looked at
# function: prune_heavy_rows
# suites: mec
s/counters.heavy != 0/0/
