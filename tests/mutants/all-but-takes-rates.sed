# fault: hide and cut all but take rate labels as well
# file: frontend/exp/compile/compose_relabel.c
# suites: network explore_oracle
s/matched = !matched && kind != LABEL_PROB && kind != LABEL_RATE;/matched = !matched \&\& kind != LABEL_PROB;/
