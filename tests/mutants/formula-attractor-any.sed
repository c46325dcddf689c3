# fault: one move of the loser into the core counts as if all his moves led there
# function: settle
# file: formula_strategy.c
# suites: formula_evidence
s/if (vertex->left == 0 \&\& !work->open\[before\]) {/{/
