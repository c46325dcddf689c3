# fault: the verifier accepts a strategy that leaves out moves of the loser
# function: check_node
# suites: formula_evidence
s/!wins,/0,/
