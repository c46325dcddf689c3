# fault: folding takes a pair for unchanged when its first word is
# function: fold_level_pair
# suites: explore_oracle
s/ && pair\[1\] == from\[input + 2 \* i + 1\]//
