# fault: a choice may be parted from above when it is from below
# file: checker/verify/verify_mec.c
# suites: component_evidence
s/least_cut(check, low, rank) < least_cut/least_cut(check, low, rank) <= least_cut/
