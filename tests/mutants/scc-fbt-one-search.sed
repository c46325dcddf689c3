# fault: FBT takes what one of the two searches saw
# function: propose_numbers
# suites: scc
s/== STATUS_SEARCHES/!= 0/
