# fault: states are merged with choices of another priority
# function: common_priority
# suites: formula_observer
s/!= \*priority/== AUTOMATON_NONE/
