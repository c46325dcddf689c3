# fault: states of different priorities are merged
# function: are_alike
# suites: formula_observer
s/== y->priority/< AUTOMATON_NONE/
