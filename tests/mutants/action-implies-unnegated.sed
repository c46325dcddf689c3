# fault: the left operand of an implication, asked last, is not negated
# file: specs/syntax/formula_build.c
# suites: formula_write
s/negated ^= implies \&\& !left_first;/negated ^= 0;/
