# fault: a sort that is declared nowhere has no values but those that occur
# function: evaluation_domain
# suites: formula_data
s/extent == EXTENT_UNKNOWN && !is_number/0/
