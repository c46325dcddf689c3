# fault: states stand for choices whose priorities differ
# function: common_priority
# suites: formula_observer
s/!= \*priority/== AUTOMATON_NONE/
