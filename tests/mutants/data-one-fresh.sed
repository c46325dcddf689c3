# fault: there is one fresh value however many variables hold one
# function: evaluation_candidates
# suites: formula_data
s/bindings_fresh(evaluation, domain, bindings) + 1/1/
