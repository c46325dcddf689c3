# fault: numbers beyond 64 bits are ordered as if they were equal
# function: value_compare
# suites: formula_number
s/int order = mpq_cmp(left, right);/int order = 0;/
