# fault: a fixpoint counts although its variable also occurs under a disjunction
# function: collect
# file: formula_antecedents.c
# suites: check_vacuity
/count < 0/,/mentions/s/mentions(search, formula, binder, NULL)/0/
