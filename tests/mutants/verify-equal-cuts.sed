# fault: a choice may be cut from above and below at the same time
# function: check_excluded
# suites: component_evidence
s/rank) </rank) <=/
