# fault: a constant part of what reads variables is rounded once, and the rest at each step
# function: keep_number
# file: prism_fold.c
# suites: prism_constants
s/status = expression->fraction == NULL/expression->value.real = prism_exact_double(number); &/
