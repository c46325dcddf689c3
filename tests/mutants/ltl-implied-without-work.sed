# fault: whatever one operand of a disjunction implies, the disjunction implies
# function: find_by_form
# suites: ltl
s/return find_in(implication, a, b, 1, 1);/return find_in(implication, a, b, 1, 0);/
