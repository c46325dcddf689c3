# fault: a table for several rules forgets where the leader moves
# function: add_link_targets
# suites: explore_oracle
s/(joint ? target\[i\] : 0)/0/
