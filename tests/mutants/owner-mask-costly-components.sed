# fault: components decide the owner that change often
# function: best_component
# file: explorer/search/owner_mask.c
# suites: owner_mask
s|/ (double)(choice->separated\[c\] + 1)|* (double)(choice->separated[c] + 1)|
