# fault: the verifier does not miss moves of the loser whose targets are not there
# function: check_node
# suites: formula_evidence
s/!wins,/0,/
