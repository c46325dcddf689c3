# fault: the loser counts as having lost although the winner still has a choice
# function: lower_all
# file: strategy_lost.c
# suites: formula_evidence
s/rest == STRATEGY_OPEN ? strategy->chosen\[node\] :/rest == STRATEGY_OPEN ? 0 :/
