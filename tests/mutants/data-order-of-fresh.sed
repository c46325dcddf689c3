# fault: fresh numbers are below the known ones
# function: less
# suites: formula_data
s/is_larger_fresh(evaluation, a, b)  *? FALSE_VALUE/is_larger_fresh(evaluation, a, b) ? TRUE_VALUE/
