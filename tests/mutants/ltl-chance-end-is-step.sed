# fault: a run that has ended goes on with the first class of labels
# function: expand_state
# file: ltl_product.c
# suites: ltl_chance
s/making->letters.count, state/0, state/
