# fault: vertices are peeled at the time of the last parting
# function: peel
# suites: component_evidence
s/++blocks/blocks/
