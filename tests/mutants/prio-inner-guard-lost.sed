# fault: a transition that an inner prio removes still removes others in an outer one
# function: make_subrules
# suites: network explore_oracle
s/{rule/{composer->store.nodes[rule].kind == RULE_GUARD ? composer->store.nodes[rule].left : rule/
