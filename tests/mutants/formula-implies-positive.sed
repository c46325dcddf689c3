# fault: the left side of an implication does not count as negated
# function: visit_formula
# suites: formula_read formula_errors
s/formula->kind == FORMULA_IMPLIES ? !negated : negated/negated/
