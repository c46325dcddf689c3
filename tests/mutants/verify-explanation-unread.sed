# fault: an explanation is not compared
# function: formula_check_explanation
# file: verify_formula.c
# suites: formula_evidence
s/int same = text != NULL.*/int same = 1;/
