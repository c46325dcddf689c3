# fault: the last clause of rename that matches applies, not the first
# file: frontend/exp/compile/compose_relabel.c
# suites: network explore_oracle
s/int decided = work->to\[i\] != UNDECIDED;/int decided = 0;/
