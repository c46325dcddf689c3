# fault: a loop decides a vertex that has other edges for whom it is good, not for its owner
# file: parity/regions/region_core.h
# suites: region
s/(owner == parity || !(sees \& REGION_SEES_OTHERS))/1/
