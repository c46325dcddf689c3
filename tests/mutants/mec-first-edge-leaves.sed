# fault: a choice stays inside its SCC when its first edge does
# function: mec_leave
# suites: mec
s/< stop)/== edge)/
