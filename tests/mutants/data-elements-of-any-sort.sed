# fault: a list, set or term is of a sort whatever is inside it
# function: children_fit
# suites: formula_data
s/i < of.children/0/
