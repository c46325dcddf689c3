# fault: the loser is thought to come to the core when one of his moves does
# function: settle
# file: formula_strategy.c
# suites: formula_evidence
s/if (vertex->left == 0 \&\& !work->open\[before\]) {/{/
