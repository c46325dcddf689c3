# fault: blocks share rows when they have as many targets, whichever these are
# file: explorer/model/model_blocks.c
# suites: explore_oracle
s/memcmp(targets + a\[0\]\.targets, targets + b\[0\]\.targets/memcmp(targets + a[0].targets, targets + a[0].targets/
