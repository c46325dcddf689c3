# fault: a choice may be parted from above when it is from below
# function: check_excluded
# suites: component_evidence
s/rank) </rank) <=/
