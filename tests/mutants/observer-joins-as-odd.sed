# fault: joined states always have an odd priority
# file: specs/automata/automaton_determinise.c
# suites: formula_observer
# cases: 12000
s/state->priority = parity == PARITY_ODD ? 1 : parity == PARITY_EVEN ? 2 : 0;/state->priority = 1;/
