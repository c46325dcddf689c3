# fault: a run that ends violates nothing
# function: add_leaf
# file: ltl_observer.c
# suites: check_ltl
s/\.quiet = !holds(making, list, edges_of(making) \* letters)/.quiet = 1/
