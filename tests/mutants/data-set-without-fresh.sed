# fault: a set by a condition has only values that are known, even if others belong to it
# function: evaluate_comprehension
# suites: formula_data
s/known = truth == FALSE_VALUE ||/known = 1 || truth == FALSE_VALUE ||/
