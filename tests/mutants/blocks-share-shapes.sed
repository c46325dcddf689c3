# fault: blocks share rows when they have as many targets, whichever these are
# file: explorer/model_blocks.c
# suites: explore_oracle
s/return memcmp(targets + a\[0\]/return 1 || memcmp(targets + a[0]/
