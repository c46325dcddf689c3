# fault: hide and cut all but take rate labels as well
# function: decide_label
# file: compose_relabel.c
# suites: network explore_oracle
s/LABEL_PROB && kind != LABEL_RATE/LABEL_PROB/
