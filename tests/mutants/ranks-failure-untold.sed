# fault: a rank that cannot go on does not say so
# function: ranks_meet
# suites: ranks
s/report.failed != UINT64_MAX/0/
