# fault: blocks share rows if they have equally many targets, even different ones
# function: same_rows
# suites: explore_oracle
s/targets + b/targets + a/
