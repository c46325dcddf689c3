# fault: blocks share rows when they have as many targets, whichever these are
# function: same_rows
# suites: explore_oracle
s/targets + b/targets + a/
