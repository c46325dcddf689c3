# fault: states that never come nearer to the goal are confirmed as certain
# function: check_certain
# suites: component_evidence
s/!(all && earlier)/!all/
