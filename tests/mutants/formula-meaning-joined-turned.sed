# fault: subformulas among which a player can choose at once are joined by the other operator
# function: automaton_add_meaning
# suites: formula_evidence
s/state->owner == OWNER_EVEN/state->owner != OWNER_EVEN/
