# fault: of several subformulas that are left to be shown, the last is taken
# function: follow_step
# file: strategy_lane.c
# suites: formula_evidence
s/state < \*shown/state >= *shown || *shown == UINT32_MAX/
