# fault: the left side of an implication does not count as negated
# file: specs/syntax/formula_resolve.c
# suites: formula_read formula_errors
s/formula->kind == FORMULA_IMPLIES ? !negated : negated/negated/
