# fault: what does not depend on the variables of a quantifier is taken out of the other modality, too
# function: expansion_hoist
# suites: formula_data
s/body->kind == modality ?/body->kind == FORMULA_BOX || body->kind == FORMULA_DIAMOND ?/
