# fault: vertices with long rows that wait are never looked at
# function: drain
# suites: region
s/!counters->waits/counters->waits || 1/
