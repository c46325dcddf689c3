# fault: the verifier does not miss moves of the loser whose targets are not there
# file: checker/verify/verify_formula.c
# suites: formula_evidence
s/int holds = derive(check, node, !wins, &count);/int holds = derive(check, node, 0, \&count);/
