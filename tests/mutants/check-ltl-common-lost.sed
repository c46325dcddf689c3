# fault: marks that all moves of a row have are on none
# function: add_moves
# file: ltl_observer.c
# suites: check_ltl
s/(common | making->residue)/making->residue/
