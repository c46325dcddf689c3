# fault: the automaton sees no marks where the run has ended
# function: decide
# file: ltl_letters.c
# suites: check_ltl
s/BDD_TRUE, edge->marks}/BDD_TRUE, 0}/
