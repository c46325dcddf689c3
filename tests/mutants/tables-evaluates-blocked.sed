# fault: the moves of an evaluated condition that does not hold stay enabled
# function: data_evaluate
# suites: data_tables
s/\&= ~moves\[w\]/\&= UINT64_MAX/
