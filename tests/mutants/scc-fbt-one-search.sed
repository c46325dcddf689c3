# fault: FBT uses the result of one of its two searches
# function: propose_numbers
# suites: scc
s/== STATUS_SEARCHES/!= 0/
