# fault: an implication left of an implication is written without parentheses
# function: formula_forms
# suites: formula_write
/FORMULA_IMPLIES/s/IMPLIES_LEVEL, OR_LEVEL/IMPLIES_LEVEL, IMPLIES_LEVEL/
