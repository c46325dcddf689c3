# fault: the left side of implies is not negated
# function: translate_formula
# suites: formula_observer
s/negated, !/negated, /
