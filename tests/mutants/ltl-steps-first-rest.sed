# fault: an automaton that skips steps accepts what has no event at all
# function: make_skipping
# file: tgba_steps.c
# suites: ltl_steps
s/skipping->rests\[initial\] == BDD_TRUE/1/
