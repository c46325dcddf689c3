# fault: prob and rate labels synchronise like gates
# function: compose_add make_classes
# file: compose.c
# suites: network explore_oracle
s/!= LABEL_PLAIN  */== LABEL_INTERNAL /
s/\(label_kind(composer->labels, label)\) != LABEL_PLAIN ? &operand->set./\1 == LABEL_INTERNAL ? \&operand->set./
