# fault: prob and rate labels synchronise like gates
# file: frontend/exp/compile/compose.c
# suites: network explore_oracle
s/kind != LABEL_PLAIN  *? &set->free/kind == LABEL_INTERNAL ? \&set->free/
s/\(label_kind(composer->labels, label)\) != LABEL_PLAIN ? &operand->set.free/\1 == LABEL_INTERNAL ? \&operand->set.free/
