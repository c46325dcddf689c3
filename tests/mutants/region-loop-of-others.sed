# fault: a loop decides a vertex that has other edges for whom it is good, not for its owner
# function: region_loop
# suites: region
s/(owner == parity || !(sees \& REGION_SEES_OTHERS))/1/
