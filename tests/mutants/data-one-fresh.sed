# fault: there is one fresh value however many variables hold one
# function: bindings_fresh
# suites: formula_data
s/return highest;/return 0;/
