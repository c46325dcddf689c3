# fault: regions that are not closed are not searched
# function: enter_region
# suites: tangles
s/kept == 0 ||/kept < UINT64_MAX ||/
