# fault: the loser is thought to come to the core when one of his moves does
# file: checker/evidence/formula_strategy.c
# suites: formula_evidence
s/} else if (ranking->left\[before\] == 0 \&\& !work->open\[before\]) {/} else {/
