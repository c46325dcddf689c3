# fault: moves of the observer alone are not followed when the subformula that is left is looked for
# function: follow_step
# file: strategy_lane.c
# suites: formula_evidence
s/failed = add_now(follower, strategy->targets\[edge\]);/failed = 0;/
