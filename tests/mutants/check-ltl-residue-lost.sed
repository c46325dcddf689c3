# fault: marks that came with the move to a state of the observer are forgotten
# function: add_moves
# file: ltl_observer.c
# suites: check_ltl
s/inside ? marks & ~common : 0/0/
