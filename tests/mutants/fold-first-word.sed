# fault: folding takes a pair for unchanged when its first word is
# file: explorer/search/expand.c
# suites: explore_oracle
s/ && pair\[1\] == from\[input + 2 \* i + 1\]//
