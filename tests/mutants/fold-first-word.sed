# fault: a pair counts as unchanged if its first word is unchanged
# function: fold_level_pair
# suites: explore_oracle
s/ || pair\[1\] != from\[1\]//
