# fault: after a search with reduction, lost states are searched for without it
# function: explore_again
# suites: space
s/exploration->partial_order,/0,/
