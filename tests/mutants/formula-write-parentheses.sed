# fault: an implication left of an implication is written without parentheses
# function: write_formula
# suites: formula_write
s/OR_LEVEL), TEXT(" implies/IMPLIES_LEVEL), TEXT(" implies/
