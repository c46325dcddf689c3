# fault: fixpoints that are too many to be made count as true
# function: unknown_fixpoint
# suites: formula_data
s/request->upper ? FORMULA_TRUE : FORMULA_FALSE/FORMULA_TRUE/
