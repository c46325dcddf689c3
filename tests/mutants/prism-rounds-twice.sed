# fault: a constant rate is what doubles make of it, not its number
# function: judge_constant
# file: prism_weight.c
# suites: prism_constants
s/has_number ? prism_exact_double(number) : prism_value_number/has_number < 0 ? 0 : prism_value_number/
