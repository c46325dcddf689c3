# fault: an implication left of an implication is written without parentheses
# file: specs/syntax/formula_write.c
# suites: formula_write
s/FORMULA(left, OR_LEVEL), TEXT(" implies ")/FORMULA(left, IMPLIES_LEVEL), TEXT(" implies ")/
