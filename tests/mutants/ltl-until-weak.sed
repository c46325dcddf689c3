# fault: an until that is put off makes no promise
# function: make_demand
# suites: ltl
s/bdd_and(pool, next(translation, formula), obligation(translation, node.right, 1))/next(translation, formula)/
