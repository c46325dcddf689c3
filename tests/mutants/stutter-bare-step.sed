# fault: a label may come right after another one
# function: passes_factors
# suites: composed
s/!is_idle(look, factors\[i - 1\]) || //
