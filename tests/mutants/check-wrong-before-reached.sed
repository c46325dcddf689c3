# fault: an error of a predicate counts before a state of the same level that reaches the target
# function: conclude_level
# suites: check_predicates
s/least->reaches ? FINDING_REACHED : FINDING_WRONG/least->fails ? FINDING_WRONG : FINDING_REACHED/
