# fault: where runs must be fair, the observer stops transitions that it has no move for
# function: add_moves
# file: ltl_observer.c
# suites: check_ltl
s/making->is_complete ? add_move(leaf, STOPS) : 0/0/
