# fault: states of different priorities are merged
# file: specs/automata/automaton_merge.c
# suites: formula_observer
s/x->priority == y->priority &&/x->priority < AUTOMATON_NONE \&\&/
