# fault: components are lifted by odd numbers
# file: specs/automata/automaton_priorities.c
# suites: formula_observer
s|lift + (missing + 1) / 2 \* 2|lift + missing|
