# fault: an automaton that skips steps does not accept runs that go on without events
# function: copy_edges
# file: tgba_steps.c
# suites: ltl_steps
s/skipping->rests\[edge->target\] == BDD_TRUE/0/
