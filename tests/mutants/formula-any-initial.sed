# fault: the first node may be any
# function: check_initial
# file: verify_formula.c
# suites: formula_evidence
s/tuple) == 0/tuple) != UINT32_MAX/
