# fault: the verifier takes each move of the automaton for a marked one
# function: find_moves
# file: verify_product.c
# suites: ltl_chance
s/automaton->marks == 0 || edge->marks != 0/1/
