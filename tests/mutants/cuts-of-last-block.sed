# fault: all vertices have the time of the last cut
# function: peel
# suites: component_evidence
s/++blocks/blocks/
