# fault: the winner may have several moves, or none
# function: check_node
# suites: formula_evidence verify_formula
s/wins \&\& listed != 1/0/
