# fault: a link has only the first of the partner's moves
# function: add_link_targets
# suites: explore_oracle
s/j < entry\[joins + 1\].targets/j <= entry[joins].targets/
