# fault: the loser is thought to come to the core when one of his moves does
# function: settle
# file: formula_strategy.c
# suites: formula_evidence
s/if (ranking->left\[before\] == 0 \&\& !work->open\[before\]) {/{/
