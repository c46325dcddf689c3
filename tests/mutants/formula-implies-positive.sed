# fault: the left side of an implication does not count as negated
# file: specs/formula_resolve.c
# suites: formula_read
s/formula->kind == FORMULA_IMPLIES ? !negated : negated/negated/
