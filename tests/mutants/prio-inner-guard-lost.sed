# fault: a transition that an inner prio removes still removes others in an outer one
# file: frontend/exp/compile/compose_prio.c
# suites: network explore_oracle
s/(struct compose_subrule){rule, begin, end}/(struct compose_subrule){composer->store.nodes[rule].kind == RULE_GUARD ? composer->store.nodes[rule].left : rule, begin, end}/
