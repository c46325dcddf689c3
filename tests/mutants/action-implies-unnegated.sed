# fault: the left operand of an implication of actions is not negated
# function: action_matches
# suites: formula_write
s/implies \&\& !left_first/0/
