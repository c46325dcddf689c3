# fault: the body of a fixpoint is shared although a variable around it has another value
# function: prepare
# file: data/instance.c
# suites: formula_data
s/add_used(expansion, uses, \*around) != 0/0/
