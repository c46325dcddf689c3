# fault: `hide all but` and `cut all but` affect rate labels, too
# function: decide_label
# file: compose_relabel.c
# suites: network explore_oracle
s/LABEL_PROB && kind != LABEL_RATE/LABEL_PROB/
