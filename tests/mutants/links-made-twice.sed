# fault: the leader makes the moves of links, too
# function: maker_of
# suites: explore_oracle
s/? MADE_BY_LINK/? MADE_BY_LEADER/
